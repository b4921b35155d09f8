import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PRODUCT } from '../../contract/limits.ts'
import { isAnswer } from '../../contract/questions/questions.ts'
import type { OwnResult } from '../../contract/results/public-list-schema.ts'
import { spacedEntryCode } from '../../contract/text/entry-code.ts'
import { shownZone } from '../../contract/time/zone-name.ts'
import type { ApplicationView, MarathonView } from '../store/overlay.ts'
import { hasPlace } from '../store/rows/check-in-rules.ts'
import { racePhase } from '../store/rows/race-phase.ts'
import * as texts from '../texts/compiled/marathon.js'
import { Button, ButtonLink } from '../ui/button.tsx'
import { formatDay, formatDayTime, formatWeekday, readerTimeZone } from '../ui/format/format.ts'
import { PrintIcon, QrCodeIcon } from '../ui/icons/screen-icons.tsx'
import { optional } from '../ui/optional.ts'
import { Rich } from '../ui/rich.tsx'
import { LeaveWaitingList } from './leave-waiting-list.tsx'
import { HandOn } from './place/hand-on.tsx'
import { cancelledMessage } from './registration-window.ts'
import { drawnPlace, drawnPlaceMessage, isInBallot, isOnWaitingList } from './waiting-list.ts'
import { waitingMessage } from './waiting-message.ts'

// Most events ask nothing.
const EntryAnswers = optional(() => import('./entrant/entry-answers.tsx').then((m) => m.EntryAnswers))
const OwedAnswers = optional(() => import('./place/owed-answers.tsx').then((m) => m.OwedAnswers))
const EditApplication = lazy(() => import('./place/edit-application.tsx').then((m) => ({ default: m.EditApplication })))

type OwnApplicationsProps = {
  applications: ApplicationView[]
  marathon: MarathonView
  now: number
  /** What is below the list. */
  children: ReactNode
}

/**
 * The user's own applications to a marathon. One that is not sent, that is in a ballot, or that is on the waiting list,
 * is never called registered.
 */
export function OwnApplications({ applications, marathon, now, children }: OwnApplicationsProps) {
  // The open form stays, whatever becomes of the entry.
  const [answering, setAnswering] = useState<ApplicationView | null>(null)
  const isFine = applications.every(isRegistered) && !marathon.cancelled
  return (
    <>
      {applications.length > 0 && (
        <section
          aria-labelledby="own"
          className={`rounded-lg border-2 bg-surface p-4 sm:p-5 ${isFine ? 'border-open' : 'border-soon'}`}
        >
          <PrintHead marathon={marathon} />
          <h2 id="own" className="text-xl">
            {heading(applications)}
          </h2>
          <ul className="mt-3 grid gap-4">
            {applications.map((application) => (
              <li key={application._id} className="border-t border-line pt-3">
                <p className="font-semibold">{nameOf(application)}</p>
                {!isSent(application) ? (
                  <p className="text-sm">{waitingMessage(marathon, now, application)}</p>
                ) : isOnWaitingList(application) ? (
                  <div className="grid justify-items-start gap-2 text-sm">
                    <p>
                      {`${onTheList(application, marathon)} ${
                        marathon.cancelled ? texts.nobodyGetsAPlace() : texts.firstInLine()
                      }`}
                    </p>
                    <LeaveWaitingList application={application} />
                  </div>
                ) : (
                  <>
                    <p className="text-sm text-ink-soft">{standing(application)}</p>
                    {application.code && (
                      <p className="mt-1">
                        <Rich
                          text={texts.entryCode({ entry: spacedEntryCode(application.code) })}
                          tags={{
                            code: (children) => (
                              <code dir="ltr" className="text-xl font-bold whitespace-nowrap">
                                {children}
                              </code>
                            ),
                          }}
                        />
                      </p>
                    )}
                    <div className="no-print mt-2 empty:hidden">
                      <HandOn application={application} marathon={marathon} now={now} />
                    </div>
                  </>
                )}
                {Object.keys(application).some(isAnswer) || marathon.questions !== '' ? (
                  <Suspense>
                    <OwedAnswers {...{ application, marathon, now }} onAnswer={() => setAnswering(application)} />
                    <EntryAnswers marathon={marathon} entry={application} />
                  </Suspense>
                ) : null}
              </li>
            ))}
          </ul>
          {children}
        </section>
      )}
      {answering && (
        <Suspense>
          <EditApplication application={answering} marathon={marathon} isOwed onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Where the user's applications are, and the confirmation on paper. @param children more links */
export function ConfirmationLinks({
  applications,
  children,
}: {
  applications: ApplicationView[]
  children?: ReactNode
}) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to="/dashboard/myApply" className="text-link inline-flex min-h-11 items-center">
        {texts.myApplyList()}
      </Link>
      {applications.some(isRegistered) && (
        <Button variant="secondary" onClick={() => window.print()}>
          <PrintIcon size={20} />
          {texts.printConfirmation()}
        </Button>
      )}
      {children}
    </div>
  )
}

/**
 * Has the user a code to show at this marathon, before or while it is run? Who has a result shows none any more.
 * @param results the user's own
 */
export function hasCodeToShow(
  applications: ApplicationView[],
  marathon: MarathonView,
  now: number,
  results: readonly OwnResult[] = [],
): boolean {
  const { startDate, cancelled } = marathon
  const toShow = applications.some(({ code, _id }) => code && !results.some((one) => one._id === _id))
  return toShow && !cancelled && racePhase(startDate, now) !== 'finished'
}

/** Leads to the start line, which shows the user's codes as large as the phone is. */
export function MyCodeLink({ marathon }: { marathon: MarathonView }) {
  return (
    <ButtonLink to="/start" search={{ race: marathon._id }} size="lg" className="no-print px-3!">
      <QrCodeIcon size={22} />
      {texts.myCode()}
    </ButtonLink>
  )
}

/** What holds for all of the user's applications; 'Your entry' where they differ, or are not sent. */
function heading(applications: ApplicationView[]): string {
  if (!applications.every(isSent)) return texts.yourEntry()
  if (applications.every((one) => hasPlace(one) && one.drawOrder)) return texts.youHaveAPlace()
  if (applications.every(hasPlace)) return texts.youAreRegistered()
  if (applications.every(isInBallot)) return texts.youAreInBallot()
  return applications.every(isOnWaitingList) ? texts.youAreOnWaitingList() : texts.yourEntry()
}

/** What the user's place on the waiting list rests on. */
function onTheList(application: ApplicationView, marathon: MarathonView): string {
  const place = drawnPlace(application, marathon)
  return place
    ? drawnPlaceMessage(place)
    : texts.onWaitingListSince({ day: formatDay(application.createdAt, marathon.timeZone) })
}

/** What an application that does not wait stands for. */
function standing(application: ApplicationView): string {
  const { createdAt, promotedAt, drawOrder } = application
  if (isInBallot(application)) return texts.appliedOn({ day: formatDay(createdAt, readerTimeZone()) })
  if (promotedAt) return texts.registeredFromList({ day: formatDay(promotedAt, readerTimeZone()) })
  if (drawOrder) return texts.registeredByDraw({ number: drawOrder })
  return texts.registeredOn({ day: formatDay(createdAt, readerTimeZone()) })
}

function nameOf({ firstName, lastName, bib }: ApplicationView): string {
  const name = `${firstName} ${lastName}`
  return bib ? texts.nameWithBib({ name, bib }) : name
}

/** The heading of the printed confirmation. It repeats what the screen shows around this section. */
function PrintHead({ marathon }: { marathon: MarathonView }) {
  const { title, location, distance, startDate, timeZone, name, email } = marathon
  return (
    <div className="mb-6 hidden print:block">
      <p>{PRODUCT}</p>
      <p className="mt-4 font-display text-4xl font-bold">{title}</p>
      <p className="mt-2 text-xl">
        {formatWeekday(startDate, timeZone)} {formatDayTime(startDate, timeZone, timeZone)} ({shownZone(timeZone)})
      </p>
      <p className="text-xl">{texts.placeAndDistance({ location, distance })}</p>
      <p className="mt-2">{texts.organiser({ name, email })}</p>
      <p className="mt-2 font-bold">{cancelledMessage(marathon)}</p>
    </div>
  )
}

function isRegistered(application: ApplicationView): boolean {
  return isSent(application) && hasPlace(application)
}

/** Tells whether the server has the application. Waiting changes of it do not count, only its creation. */
function isSent(application: ApplicationView): boolean {
  return application.ver > 0 || application.pending === null
}
