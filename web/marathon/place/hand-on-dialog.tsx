import { useState } from 'react'
import { isHandOverOpen } from '../../../contract/places.ts'
import { entryLink } from '../../../contract/text/entry-link.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { offerPlace, takeOfferBack } from '../../store/rows/hand-over.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/hand-on.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatDayTime } from '../../ui/format/format.ts'
import { ShownLink } from '../../ui/pictures/shown-link.tsx'

type HandOnDialogProps = { application: ApplicationView; marathon: MarathonView; now: number; onClose: () => void }

/** The dialog with which the runner hands the place on: what happens, and then the link, until the offer is taken back. */
export function HandOnDialog({ application, marathon, now, onClose }: HandOnDialogProps) {
  const { db } = useAccount()
  const [pending, setPending] = useState(false)
  const { _id: id, offer } = application
  const run = (write: () => Promise<unknown>) => {
    setPending(true)
    void withStorageMessage(write, texts.notSaved()).finally(() => setPending(false))
  }
  // The link is shown from the row. Only what is not accepted needs more words.
  const makeLink = async () => {
    const outcome = await awaitVerdict(db, await offerPlace(db, application))
    if (outcome.kind !== 'waiting') await tellVerdict(outcome, async () => undefined)
  }
  const takeBack = async () => {
    const opIds = await takeOfferBack(db, application)
    onClose()
    await tellVerdict(await awaitVerdict(db, opIds), () => successPopUp(texts.takenBack()))
  }
  if (!offer) {
    return (
      <Dialog
        title={texts.handOn()}
        description={texts.whatHappens()}
        onClose={onClose}
        action={
          <Button pending={pending} onClick={() => run(makeLink)}>
            {texts.makeLink()}
          </Button>
        }
      >
        <p>{texts.untilThen()}</p>
      </Dialog>
    )
  }
  const { title, timeZone, handOverUntil, startDate } = marathon
  const end = [handOverUntil ?? startDate, startDate].sort()[0] ?? startDate
  return (
    <Dialog title={texts.handOn()} description={texts.whatHappens()} onClose={onClose}>
      <ShownLink
        url={entryLink(location.origin, { id, secret: offer })}
        label={texts.linkCode()}
        shareTitle={plainText(texts.shareTitle({ title }))}
        actions={
          <Button variant="danger" pending={pending} onClick={() => run(takeBack)}>
            {texts.takeBack()}
          </Button>
        }
      >
        <p>
          {!isHandOverOpen(marathon, now)
            ? texts.linkOver()
            : application.pending
              ? texts.notSent()
              : texts.linkText({ dayTime: formatDayTime(end, timeZone) })}
        </p>
        <p className="text-ink-soft">{texts.untilThen()}</p>
      </ShownLink>
    </Dialog>
  )
}
