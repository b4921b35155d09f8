import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { isAnswer } from '../../../contract/questions/questions.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { findsIn, searchText } from '../../../contract/text/fold-text.ts'
import { hasCodeToShow } from '../../marathon/own-applications.tsx'
import { HandOn } from '../../marathon/place/hand-on.tsx'
import { NameInResults } from '../../marathon/results/name-in-results.tsx'
import { OwnResultLink } from '../../marathon/results/own-result.tsx'
import { RowActions } from '../../marathon/row-actions.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import { waitingMessage } from '../../marathon/waiting-message.ts'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useDelete } from '../../status/use-asked-edit.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import {
  deleteApplication,
  leaveWaitingList,
  type MyApplication,
  useMyApplications,
  useOwnResults,
} from '../../store/rows/applications.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/my-applications.js'
import * as questionTexts from '../../texts/compiled/questions.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { formatDay, formatDayTime, formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { QrCodeIcon } from '../../ui/icons/screen-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { optional } from '../../ui/optional.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import { marathonChanges } from './marathon-changes.ts'

// Most events ask nothing.
const EntryAnswers = optional(() => import('../../marathon/entrant/entry-answers.tsx').then((m) => m.EntryAnswers))
const OwedAnswers = optional(() => import('../../marathon/place/owed-answers.tsx').then((m) => m.OwedAnswers))
const EditDialog = lazy(() =>
  import('../../marathon/place/edit-application.tsx').then((m) => ({ default: m.EditApplication })),
)

const deleteTexts = () => ({
  question: texts.deleteQuestion(),
  warning: ({ title, firstName, lastName }: ApplicationView) =>
    `${title} · ${firstName} ${lastName}\n${texts.deleteWarning()}`,
  done: texts.deleted(),
})

/** Leaving the waiting list is one tap: it deletes an application that has no place. */
const leaveTexts = () => ({
  question: null,
  warning: '',
  heading: texts.left(),
  done: texts.deleted(),
})

/** The list of the user's own applications. */
export function MyApplications() {
  const applications = useMyApplications()
  const results = useOwnResults()
  const [text, setText] = useState('')
  const wanted = findsIn(useDeferredValue(text))
  const [editing, setEditing] = useState<(MyApplication & { isOwed: boolean }) | null>(null)
  const { remove, deleting } = useDelete(deleteApplication, deleteTexts())
  const { remove: leave, deleting: leaving } = useDelete(leaveWaitingList, leaveTexts())

  const now = useServerNow()
  const ordered = useMemo(() => aheadFirst(applications ?? [], now), [applications, now])
  if (!applications) return <RowSkeletons count={3} />
  // An open dialog stays, with what is typed in it, although its application was deleted on another phone.
  if (applications.length === 0 && !editing) {
    return (
      <EmptyText title={texts.none()} action={<ButtonLink to="/marathons">{texts.explore()}</ButtonLink>}>
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const rows = ordered.filter(({ application }) => wanted(searchText(application.title)))
  const columns: Column<MyApplication>[] = [
    { head: texts.position(), cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    {
      head: texts.title(),
      cell: (item) => (
        <Title
          item={item}
          result={results?.find(({ _id }) => _id === item.application._id)}
          onAnswer={() => setEditing({ ...item, isOwed: true })}
        />
      ),
    },
    { head: texts.location(), cell: (item) => <Place item={item} />, className: 'md:text-ink-soft', isNamed: true },
    { head: texts.startDate(), cell: (item) => <StartDate item={item} />, isNamed: true },
    {
      head: texts.actions(),
      cell: (item) => {
        const { application } = item
        const { title } = application
        const isWaiting = isOnWaitingList(application)
        return (
          <RowActions
            names={
              isWaiting
                ? { edit: texts.editWaitingNamed({ title }), delete: texts.leaveNamed({ title }) }
                : { edit: texts.editNamed({ title }), delete: texts.deleteNamed({ title }) }
            }
            deleting={deleting === application._id || leaving === application._id}
            onEdit={() => setEditing({ ...item, isOwed: false })}
            onDelete={() => (isWaiting ? leave : remove)(application)}
            {...(isWaiting && { deleteLabel: texts.leave() })}
          />
        )
      },
      className: 'pt-2',
    },
  ]
  return (
    <>
      <StaleDataBanner />
      <StickySearch>
        <SearchField label={texts.search()} value={text} onChange={(event) => setText(event.target.value)} />
      </StickySearch>
      {rows.length === 0 ? (
        <Notice kind="empty" title={texts.noneFits()} />
      ) : (
        <CardTable
          caption={texts.heading()}
          columns={columns}
          rows={rows}
          keyOf={({ application }) => application._id}
        />
      )}
      {editing && (
        <Suspense>
          <EditDialog {...editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The applications whose race is not over, soonest first. After them the others, the latest first. */
export function aheadFirst(applications: MyApplication[], now: number): MyApplication[] {
  const startOf = ({ application, marathon }: MyApplication) => (marathon ?? application).startDate
  const isOver = (item: MyApplication) => racePhase(startOf(item), now) === 'finished'
  const [over, ahead] = [applications.filter(isOver), applications.filter((item) => !isOver(item))]
  const byStart = (a: MyApplication, b: MyApplication) => startOf(a).localeCompare(startOf(b), 'en')
  return [...ahead.sort(byStart), ...over.sort((a, b) => byStart(b, a))]
}

/** The zone for the start. If the marathon is gone, its zone is unknown, so the reader's zone is used. */
function zoneOf({ marathon }: MyApplication): string {
  return marathon?.timeZone ?? readerTimeZone()
}

type TitleProps = { item: MyApplication; result: OwnResult | undefined; onAnswer: () => void }

function Title({ item, result, onAnswer }: TitleProps) {
  const { application, marathon } = item
  const { firstName, lastName, bib } = application
  const name = `${firstName} ${lastName}`
  const synced = Boolean(useSyncRecord()?.syncedAt)
  const now = useServerNow()
  // Before the first sync is complete, a missing marathon may still arrive.
  const changes = marathon || synced ? marathonChanges(application, marathon) : []
  return (
    <div className="grid justify-items-start gap-1.5">
      <Link
        to="/marathons/$id"
        params={{ id: application.marathonId }}
        className="font-semibold hover:underline max-md:text-lg"
      >
        {application.title}
      </Link>
      <span className="text-sm text-ink-soft">{bib ? texts.nameWithBib({ name, bib }) : name}</span>
      {result && <OwnResultLink result={result} />}
      {changes.map((change) => (
        <Badge key={change} tone={marathon && !marathon.cancelled ? 'soon' : 'danger'}>
          {change}
        </Badge>
      ))}
      {marathon?.cancelled && (
        <bdi lang="" className="text-sm break-words">
          {marathon.cancelled}
        </bdi>
      )}
      <Standing application={application} marathon={marathon} />
      <Waiting application={application} marathon={marathon} now={now} />
      {marathon && marathon.questions !== '' && (
        <Suspense>
          <OwedAnswers {...{ application, marathon, now, onAnswer }} />
        </Suspense>
      )}
      {marathon && <Answers application={application} marathon={marathon} />}
      {marathon && hasCodeToShow([application], marathon, now, result && [result]) && (
        <ButtonLink to="/start" search={{ race: marathon._id }} variant="secondary" className="my-1">
          <QrCodeIcon size={20} />
          {marathonTexts.myCode()}
        </ButtonLink>
      )}
      {marathon && <HandOn application={application} marathon={marathon} now={now} />}
      {marathon && marathon.results !== '' && <NameInResults application={application} />}
    </div>
  )
}

/** The answers of an entry, folded: the list is for a look. */
function Answers({ application, marathon }: { application: ApplicationView; marathon: MarathonView }) {
  if (!Object.keys(application).some(isAnswer)) return null
  return (
    <details className="w-full">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm">
        {questionTexts.answers()}
      </summary>
      <Suspense>
        <EntryAnswers marathon={marathon} entry={application} />
      </Suspense>
    </details>
  )
}

/** Tells whether an accepted application has a place, if it was ever on the waiting list or in a ballot. */
function Standing({ application, marathon }: MyApplication) {
  if (application.ver === 0) return null
  if (isOnWaitingList(application)) return <Badge tone="soon">{texts.onWaitingList()}</Badge>
  if (isInBallot(application)) return <Badge tone="soon">{texts.inBallot()}</Badge>
  if (!application.promotedAt) return application.drawOrder ? <Badge tone="open">{texts.placeByDraw()}</Badge> : null
  const day = formatDay(application.promotedAt, zoneOf({ application, marathon }))
  return <Badge tone="open">{texts.placeFromList({ day })}</Badge>
}

/**
 * Tells what waits. A new application that waits is not registered yet. A waiting change of an older one does not
 * affect its registration.
 */
function Waiting({ application, marathon, now }: MyApplication & { now: number }) {
  const isNew = application.ver === 0
  if (application.pending === 'waiting' && isNew && marathon) {
    return <p className="text-sm text-soon">{waitingMessage(marathon, now, application)}</p>
  }
  return <PendingBadge pending={application.pending} />
}

/** Where the event is. The runner's own copy may say something else, and is shown as well. */
function Place({ item: { application, marathon } }: { item: MyApplication }) {
  if (!marathon || marathon.location === application.location) return application.location
  return (
    <>
      <span lang="">{marathon.location}</span>
      <span className="block text-sm text-ink-soft">{texts.placeInEntry({ place: application.location })}</span>
    </>
  )
}

/** When the event starts. The start of the application is struck through where the event has moved. */
function StartDate({ item }: { item: MyApplication }) {
  const { application, marathon } = item
  const zone = zoneOf(item)
  const startDate = marathon?.startDate ?? application.startDate
  return (
    <>
      <span className="font-semibold md:whitespace-nowrap">{formatDay(startDate, zone)}</span>{' '}
      <span className="text-sm text-ink-soft md:block">{formatTime(startDate, zone)}</span>
      {startDate !== application.startDate && (
        <del className="block text-sm text-ink-soft">{formatDayTime(application.startDate, zone)}</del>
      )}
    </>
  )
}
