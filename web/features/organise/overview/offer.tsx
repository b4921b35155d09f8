import { useAskedEdit } from '../../../status/use-asked-edit.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { offer, type StaffView, takeOver, useStaff } from '../../../store/rows/staff.ts'
import * as texts from '../../../texts/compiled/overview.js'
import { Button } from '../../../ui/button.tsx'

/** What the owner offers to this organiser: to take the marathon over. Nothing without an offer. */
export function Offer({ marathon }: { marathon: MarathonView }) {
  const staff = useStaff(marathon._id)
  const own = staff?.find(({ mine }) => mine)
  if (!own?.isOffered) return null
  const owner = staff?.find(({ role }) => role === 'owner')?.name || marathon.name
  return <Offered own={own} owner={owner} title={marathon.title} />
}

function Offered({ own, owner, title }: { own: StaffView; owner: string; title: string }) {
  const accept = useAskedEdit(takeOver, {
    question: texts.takeOverQuestion({ title }),
    warning: texts.takeOverWarning(),
    confirm: texts.takeOverYes(),
    heading: texts.takenOver(),
    done: texts.takenOverText(),
    failed: texts.notTakenOver(),
  })
  const decline = useAskedEdit((db, row: StaffView) => offer(db, row, false), {
    question: texts.declineQuestion(),
    warning: texts.declineWarning({ owner }),
    confirm: texts.declineYes(),
    heading: texts.declined(),
    done: texts.declinedText({ owner }),
    failed: texts.notDeclined(),
  })
  return (
    <section aria-labelledby="offer" className="grid gap-2 rounded-md border-2 border-ink bg-surface p-4">
      <h2 id="offer" className="text-xl break-words">
        {texts.offerTitle({ owner })}
      </h2>
      <p>{texts.offerText({ owner })}</p>
      <div className="flex flex-wrap gap-2">
        <Button pending={accept.editing !== null} onClick={() => accept.edit(own)}>
          {texts.accept()}
        </Button>
        <Button variant="secondary" pending={decline.editing !== null} onClick={() => decline.edit(own)}>
          {texts.decline()}
        </Button>
      </div>
    </section>
  )
}
