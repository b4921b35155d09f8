import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay, formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { PrintIcon } from '../../ui/icon.tsx'
import { LiveOnly } from '../../ui/live-only.tsx'
import { cancelledMessage } from './registration-window.ts'
import { isOnWaitingList } from './waiting-list.ts'
import { waitingMessage } from './waiting-message.ts'

// Few applications wait, so the other screens do not load the code that leaves the list. Without that code the screen
// still shows the rest.
const LeaveWaitingList = lazy<ComponentType<{ application: ApplicationView }>>(() =>
  import('./leave-waiting-list.tsx').then(
    (m) => ({ default: m.LeaveWaitingList }),
    () => ({ default: () => null }),
  ),
)

/**
 * The user's own applications to a marathon. One that is not sent, or that is on the waiting list, is never called
 * registered.
 */
export function OwnApplications({
  applications,
  marathon,
  now,
}: {
  applications: ApplicationView[]
  marathon: MarathonView
  now: number
}) {
  if (applications.length === 0) return null
  const hasPlace = (one: ApplicationView) => isSent(one) && !isOnWaitingList(one)
  const allRegistered = applications.every(hasPlace)
  const isFine = allRegistered && !marathon.cancelled
  return (
    <section
      aria-labelledby="own"
      // In a kept screen the border is neutral, because the state may have changed.
      className={`rounded-lg border-2 bg-surface p-4 sm:p-5 [#shell_&]:border-line ${isFine ? 'border-open' : 'border-soon'}`}
    >
      <PrintHead marathon={marathon} />
      <LiveOnly as="h2" id="own" className="text-xl">
        {heading(applications, allRegistered)}
      </LiveOnly>
      <ul className="mt-3 grid gap-4">
        {applications.map((application) => (
          <li key={application._id} className="border-t border-line pt-3">
            <p className="font-semibold">
              {application.firstName} {application.lastName}
              {application.bib && `, bib ${application.bib}`}
            </p>
            {!isSent(application) ? (
              <LiveOnly as="p" className="text-sm">
                {waitingMessage(marathon, now)}
              </LiveOnly>
            ) : isOnWaitingList(application) ? (
              <LiveOnly as="div" className="grid justify-items-start gap-2 text-sm">
                <p>
                  On the waiting list since {formatDay(application.createdAt, marathon.timeZone)}.{' '}
                  {marathon.cancelled
                    ? 'The event is cancelled, so nobody gets a place now.'
                    : 'The first in line gets the next free place by itself, until the start. You are told here.'}
                </p>
                <Suspense>
                  <LeaveWaitingList application={application} />
                </Suspense>
              </LiveOnly>
            ) : (
              <LiveOnly as="p" className="text-sm text-ink-soft">
                Registered {formatDay(application.promotedAt ?? application.createdAt, marathon.timeZone)}
                {application.promotedAt && ', from the waiting list'}. Entry <code>{application._id}</code>
              </LiveOnly>
            )}
          </li>
        ))}
      </ul>
      <LiveOnly as="div" className="no-print mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/dashboard/myApply" className="text-link inline-flex min-h-11 items-center">
          My Apply List
        </Link>
        {applications.some(hasPlace) && (
          <Button variant="secondary" onClick={() => window.print()}>
            <PrintIcon size={20} />
            Print confirmation
          </Button>
        )}
      </LiveOnly>
    </section>
  )
}

function heading(applications: ApplicationView[], allRegistered: boolean): string {
  if (allRegistered) return 'You are registered'
  return applications.every((one) => isSent(one) && isOnWaitingList(one)) ? 'You are on the waiting list' : 'Your entry'
}

/** The heading of the printed confirmation. It repeats what the screen shows around this section. */
function PrintHead({ marathon }: { marathon: MarathonView }) {
  const { title, location, distance, startDate, timeZone, name, email } = marathon
  return (
    <div className="mb-6 hidden print:block">
      <p>{PRODUCT}</p>
      <p className="mt-4 font-display text-4xl font-bold">{title}</p>
      <p className="mt-2 text-xl">
        {formatWeekday(startDate, timeZone)} {formatDayTime(startDate, timeZone, timeZone)} ({timeZone})
      </p>
      <p className="text-xl">
        {location}, {distance}
      </p>
      <p className="mt-2">
        Organiser: {name} {email}
      </p>
      <LiveOnly as="p" className="mt-2 font-bold">
        {cancelledMessage(marathon)}
      </LiveOnly>
    </div>
  )
}

/** Tells whether the server has the application. Waiting changes of it do not count, only its creation. */
function isSent(application: ApplicationView): boolean {
  return application.ver > 0 || application.pending === null
}
