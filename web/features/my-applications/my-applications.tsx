import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { deleteApplication, leaveWaitingList, type MyApplication, useMyApplications } from '../../data/applications.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { RowActions } from '../../shared/marathon/row-actions.tsx'
import { isInBallot, isOnWaitingList } from '../../shared/marathon/waiting-list.ts'
import { waitingMessage } from '../../shared/marathon/waiting-message.ts'
import { FirstSyncNote } from '../../shared/sync/first-sync-note.tsx'
import { PendingBadge } from '../../shared/sync/pending-badge.tsx'
import { StaleDataBanner } from '../../shared/sync/stale-data-banner.tsx'
import { useDelete } from '../../shared/sync/use-asked-edit.ts'
import { useServerNow } from '../../shared/use-server-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatDay, formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { marathonChanges } from './marathon-changes.ts'

const EditDialog = lazy(() => import('./edit-application.tsx').then((m) => ({ default: m.EditApplication })))

const DELETE_TEXTS = {
  question: 'Are You Sure Want To Delete?',
  warning: 'The Application Will Delete Parmanently.',
  done: 'The Application Has Been Deleted!.',
}

/** Leaving the waiting list is one tap: it deletes an application that has no place. */
const LEAVE_TEXTS = {
  question: null,
  warning: '',
  heading: 'You left the waiting list.',
  done: 'The Application Has Been Deleted!.',
}

/** The list of the user's own applications. */
export function MyApplications() {
  const applications = useMyApplications()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const [editing, setEditing] = useState<MyApplication | null>(null)
  const { remove, deleting } = useDelete(deleteApplication, DELETE_TEXTS)
  const { remove: leave, deleting: leaving } = useDelete(leaveWaitingList, LEAVE_TEXTS)

  if (!applications) return <RowSkeletons count={3} />
  // An open dialog stays, with what is typed in it, although its application was deleted on another phone.
  if (applications.length === 0 && !editing) {
    return (
      <EmptyText
        title="You Not Applied to Any Marathon."
        action={<ButtonLink to="/marathons">Explore Marathons</ButtonLink>}
      >
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const rows = applications.filter(({ application }) => application.title.toLowerCase().includes(wanted))
  const columns: Column<MyApplication>[] = [
    { head: '#', cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    { head: 'Title', cell: (item) => <Title item={item} /> },
    { head: 'Location', cell: ({ application }) => application.location, className: 'md:text-ink-soft', isNamed: true },
    { head: 'Start Date', cell: (item) => <StartDate item={item} />, isNamed: true },
    {
      head: 'Actions',
      cell: (item) => {
        const { application } = item
        const isWaiting = isOnWaitingList(application)
        return (
          <RowActions
            title={isWaiting ? `of ${application.title}` : `application to ${application.title}`}
            deleting={deleting === application._id || leaving === application._id}
            onEdit={() => setEditing(item)}
            onDelete={() => (isWaiting ? leave : remove)(application)}
            deleteLabel={isWaiting ? 'Leave the waiting list' : 'Delete'}
          />
        )
      },
      className: 'pt-2',
    },
  ]
  return (
    <>
      <StaleDataBanner />
      <div className="mb-5 max-w-md">
        <TextField
          label="Search by Marathon Title"
          type="search"
          inputMode="search"
          placeholder="Search by Marathon Title"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {rows.length === 0 ? (
        <Notice kind="empty" title="No application fits this search." />
      ) : (
        <CardTable
          caption="My Applied Marathons"
          columns={columns}
          rows={rows}
          keyOf={({ application }) => application._id}
        />
      )}
      {editing && (
        <Suspense>
          <EditDialog application={editing.application} timeZone={zoneOf(editing)} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The zone for the start. If the marathon is gone, its zone is unknown, so the reader's zone is used. */
function zoneOf({ marathon }: MyApplication): string {
  return marathon?.timeZone ?? readerTimeZone()
}

function Title({ item }: { item: MyApplication }) {
  const { application, marathon } = item
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
      <span className="text-sm text-ink-soft">
        {application.firstName} {application.lastName}
        {application.bib && `, bib ${application.bib}`}
      </span>
      {changes.map((change) => (
        <Badge key={change} tone={marathon && !marathon.cancelled ? 'soon' : 'danger'}>
          {change}
        </Badge>
      ))}
      {marathon?.cancelled && <p className="text-sm break-words">{marathon.cancelled}</p>}
      <Standing application={application} marathon={marathon} />
      <Waiting application={application} marathon={marathon} now={now} />
    </div>
  )
}

/** Tells whether an accepted application has a place, if it was ever on the waiting list or in a ballot. */
function Standing({ application, marathon }: MyApplication) {
  if (application.ver === 0) return null
  if (isOnWaitingList(application)) return <Badge tone="soon">On the waiting list: no place yet</Badge>
  if (isInBallot(application)) return <Badge tone="soon">In the ballot: not drawn yet</Badge>
  if (!application.promotedAt)
    return application.drawOrder ? <Badge tone="open">You have a place, by the draw</Badge> : null
  const day = formatDay(application.promotedAt, zoneOf({ application, marathon }))
  return <Badge tone="open">You have a place, from the waiting list on {day}</Badge>
}

/**
 * Tells what waits. A new application that waits is not registered yet. A waiting change of an older one does not
 * affect its registration.
 */
function Waiting({ application, marathon, now }: MyApplication & { now: number }) {
  const isNew = application.ver === 0
  if (application.pending === 'waiting' && isNew && marathon) {
    return <p className="text-sm text-soon">{waitingMessage(marathon, now, application.status)}</p>
  }
  return <PendingBadge pending={application.pending} />
}

function StartDate({ item }: { item: MyApplication }) {
  const { startDate } = item.application
  const zone = zoneOf(item)
  return (
    <>
      <span className="font-semibold md:whitespace-nowrap">{formatDay(startDate, zone)}</span>{' '}
      <span className="text-sm text-ink-soft md:block">{formatTime(startDate, zone)}</span>
    </>
  )
}
