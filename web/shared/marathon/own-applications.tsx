import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { hasPlace } from '../../data/check-in-rules.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay, formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { PrintIcon } from '../../ui/icon.tsx'
import { LiveOnly } from '../../ui/live-only.tsx'
import { optional } from '../../ui/optional.ts'
import { cancelledMessage } from './registration-window.ts'
import { drawnPlace, drawnPlaceMessage, isInBallot, isOnWaitingList } from './waiting-list.ts'
import { waitingMessage } from './waiting-message.ts'

// Few applications wait, so the other screens do not load the code that leaves the list. Without that code the screen
// still shows the rest.
const LeaveWaitingList = optional(() => import('./leave-waiting-list.tsx').then((m) => m.LeaveWaitingList))

/**
 * The user's own applications to a marathon. One that is not sent, that is in a ballot, or that is on the waiting list,
 * is never called registered.
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
  const isRegistered = (one: ApplicationView) => isSent(one) && hasPlace(one)
  const isFine = applications.every(isRegistered) && !marathon.cancelled
  return (
    <section
      aria-labelledby="own"
      // In a kept screen the border is neutral, because the state may have changed.
      className={`rounded-lg border-2 bg-surface p-4 sm:p-5 [#shell_&]:border-line ${isFine ? 'border-open' : 'border-soon'}`}
    >
      <PrintHead marathon={marathon} />
      <LiveOnly as="h2" id="own" className="text-xl">
        {heading(applications)}
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
                {waitingMessage(marathon, now, application.status)}
              </LiveOnly>
            ) : isOnWaitingList(application) ? (
              <LiveOnly as="div" className="grid justify-items-start gap-2 text-sm">
                <p>
                  {onTheList(application, marathon)}{' '}
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
                {standing(application, marathon)} Entry <code>{application._id}</code>
              </LiveOnly>
            )}
          </li>
        ))}
      </ul>
      <LiveOnly as="div" className="no-print mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/dashboard/myApply" className="text-link inline-flex min-h-11 items-center">
          My Apply List
        </Link>
        {applications.some(isRegistered) && (
          <Button variant="secondary" onClick={() => window.print()}>
            <PrintIcon size={20} />
            Print confirmation
          </Button>
        )}
      </LiveOnly>
    </section>
  )
}

/** What holds for all of the user's applications; 'Your entry' where they differ, or are not sent. */
function heading(applications: ApplicationView[]): string {
  if (!applications.every(isSent)) return 'Your entry'
  if (applications.every((one) => hasPlace(one) && one.drawOrder)) return 'You have a place'
  if (applications.every(hasPlace)) return 'You are registered'
  if (applications.every(isInBallot)) return 'You are in the ballot'
  return applications.every(isOnWaitingList) ? 'You are on the waiting list' : 'Your entry'
}

/** What the user's place on the waiting list rests on. */
function onTheList(application: ApplicationView, marathon: MarathonView): string {
  const place = drawnPlace(application, marathon)
  return place
    ? drawnPlaceMessage(place)
    : `On the waiting list since ${formatDay(application.createdAt, marathon.timeZone)}.`
}

/** What an application that does not wait stands for. */
function standing(application: ApplicationView, { timeZone }: MarathonView): string {
  const { createdAt, promotedAt, drawOrder } = application
  if (isInBallot(application))
    return `Applied ${formatDay(createdAt, timeZone)}. You are told here what the draw gives you.`
  if (promotedAt) return `Registered ${formatDay(promotedAt, timeZone)}, from the waiting list.`
  if (drawOrder) return `Registered by the draw, as number ${drawOrder.toLocaleString('en-US')} of its order.`
  return `Registered ${formatDay(createdAt, timeZone)}.`
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
