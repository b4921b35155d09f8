import { lazy, Suspense, useState } from 'react'
import { isHandOverOpen, isUndrawn } from '../../../contract/places.ts'
import { useAskedEdit } from '../../status/use-asked-edit.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import { deferEntry } from '../../store/rows/hand-over.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/hand-on.js'
import { plainText } from '../../texts/plain-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/format.ts'

const HandOnDialog = lazy(() => import('./hand-on-dialog.tsx').then((m) => ({ default: m.HandOnDialog })))

type HandOnProps = { application: ApplicationView; marathon: MarathonView; now: number }

/**
 * What the runner may do with an own place but to run: hand it on, as long as the organiser lets it be handed on, or
 * defer it to another event. Nothing without a place, and for an entry that the server does not have yet.
 */
export function HandOn({ application, marathon, now }: HandOnProps) {
  const [open, setOpen] = useState(false)
  const isOpen = isHandOverOpen(marathon, now) && marathon.hiddenAt === null
  const { offer, firstName, lastName } = application
  if (application.ver === 0 || !hasPlace(application)) return null
  const names = { title: marathon.title, name: `${firstName} ${lastName}` }
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {offer && <Badge tone="soon">{texts.offered()}</Badge>}
      {(isOpen || offer) && (
        <Button
          variant="secondary"
          aria-label={offer ? undefined : plainText(texts.handOnNamed(names))}
          onClick={() => setOpen(true)}
        >
          {offer ? texts.showOffer() : texts.handOn()}
        </Button>
      )}
      {marathon.deferTo !== null && now < Date.parse(marathon.startDate) && (
        <Defer application={application} from={marathon} id={marathon.deferTo} now={now} />
      )}
      {open && (
        <Suspense>
          <HandOnDialog application={application} marathon={marathon} now={now} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

type DeferProps = { application: ApplicationView; from: MarathonView; id: string; now: number }

/** The button that defers a place, where the other event is on this phone and takes deferred places. */
function Defer({ application, from, id, now }: DeferProps) {
  const target = useMarathon(id)
  const { title = '', startDate = '', timeZone = '' } = target ?? {}
  const name = `${application.firstName} ${application.lastName}`
  const { edit, editing } = useAskedEdit((db, row: ApplicationView) => deferEntry(db, row._id, id), {
    question: texts.deferQuestion({ title }),
    warning: texts.deferWarning({ name, from: from.title, title, day: target ? formatDay(startDate, timeZone) : '' }),
    confirm: texts.deferYes(),
    heading: texts.deferred(),
    done: texts.deferredText({ title }),
    failed: texts.notDeferred(),
  })
  if (!target || target.cancelled || target.hiddenAt || isUndrawn(target) || now >= Date.parse(target.startDate))
    return null
  return (
    <Button variant="secondary" pending={editing !== null} onClick={() => edit(application)}>
      {texts.deferTo({ title })}
    </Button>
  )
}
