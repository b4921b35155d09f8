import { Suspense } from 'react'
import { AddToCalendar } from '../../marathon/details/add-to-calendar.tsx'
import { ConfirmationLinks, hasCodeToShow, MyCodeLink, OwnApplications } from '../../marathon/own-applications.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useMyApplicationsFor } from '../../store/rows/applications.ts'
import * as texts from '../../texts/compiled/marathon.js'
import { optional } from '../../ui/optional.ts'

// Without its code the screen shows the rest.
const PushPanel = optional(() => import('../../marathon/notices/push-panel.tsx').then((m) => m.PushPanel))
const MailPanel = optional(() => import('../../marathon/mail/mail-panel.tsx').then((m) => m.MailPanel))

/**
 * The screen after an application was made: the code, the calendar and the notifications come first. It shows the state
 * live: a waiting application becomes a registered one.
 */
export function Applied({ marathon, now, onAnother }: { marathon: MarathonView; now: number; onAnother?: () => void }) {
  const applications = useMyApplicationsFor(marathon._id) ?? []
  // No mail is promised before the server has decided.
  const isSent = applications.length > 0 && applications.every(({ ver }) => ver > 0)
  return (
    <div className="grid gap-6">
      <div role="status">
        <OwnApplications applications={applications} marathon={marathon} now={now}>
          {hasCodeToShow(applications, marathon, now) && (
            <div className="mt-4 grid md:justify-items-start">
              <MyCodeLink marathon={marathon} />
            </div>
          )}
        </OwnApplications>
      </div>
      <AddToCalendar marathon={marathon} />
      <Suspense>
        <PushPanel />
        {isSent && <MailPanel />}
      </Suspense>
      <ConfirmationLinks applications={applications}>
        {onAnother && (
          <button type="button" className="text-link min-h-11" onClick={onAnother}>
            {texts.another()}
          </button>
        )}
      </ConfirmationLinks>
    </div>
  )
}
