import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { type Entry, useEntries } from '../../data/applications.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { RowActions } from '../../shared/marathon/row-actions.tsx'
import { waitingWords } from '../../shared/marathon/waiting-message.ts'
import { FirstSyncNote } from '../../shared/sync/first-sync-note.tsx'
import { PendingBadge } from '../../shared/sync/pending-badge.tsx'
import { SavedLine } from '../../shared/sync/stale-data-banner.tsx'
import { useServerNow } from '../../shared/use-server-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatDay, formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { eventChanges } from './marathon-changes.ts'
import { useDeleteApplication } from './use-delete-application.ts'

const EditDialog = lazy(() => import('./edit-application.tsx').then((m) => ({ default: m.EditApplication })))

export function MyApplications() {
  const entries = useEntries()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const [editing, setEditing] = useState<Entry | null>(null)
  const { remove, deleting } = useDeleteApplication()

  if (!entries) return <RowSkeletons count={3} />
  if (entries.length === 0) {
    return (
      <EmptyText
        title="You Not Applied to Any Marathon."
        action={<ButtonLink to="/marathons">Explore Marathons</ButtonLink>}
      >
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const rows = entries.filter(({ application }) => application.title.toLowerCase().includes(wanted))
  const columns: Column<Entry>[] = [
    { head: '#', cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    { head: 'Title', cell: (entry) => <Title entry={entry} /> },
    { head: 'Location', cell: ({ application }) => application.location, className: 'md:text-ink-soft', isNamed: true },
    { head: 'Start Date', cell: (entry) => <StartDate entry={entry} />, isNamed: true },
    {
      head: 'Actions',
      cell: (entry) => (
        <RowActions
          title={`application to ${entry.application.title}`}
          deleting={deleting === entry.application._id}
          onEdit={() => setEditing(entry)}
          onDelete={() => remove(entry.application)}
        />
      ),
      className: 'pt-2',
    },
  ]
  return (
    <>
      <SavedLine />
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

/** A deleted event leaves no zone behind. */
function zoneOf({ marathon }: Entry): string {
  return marathon?.timeZone ?? readerTimeZone()
}

function Title({ entry }: { entry: Entry }) {
  const { application, marathon } = entry
  const synced = Boolean(useSyncRecord()?.syncedAt)
  const now = useServerNow()
  // Before the first sync is complete, an event that is not here is only not here yet.
  const changes = marathon || synced ? eventChanges(application, marathon) : []
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
      </span>
      {changes.map((change) => (
        <Badge key={change} tone={marathon ? 'soon' : 'danger'}>
          {change}
        </Badge>
      ))}
      <Waiting application={application} marathon={marathon} now={now} />
    </div>
  )
}

/** A new application that waits is not registered; a change that waits is only a change. */
function Waiting({ application, marathon, now }: Entry & { now: number }) {
  const isNew = application.ver === 0
  if (application.pending === 'waiting' && isNew && marathon) {
    return <p className="text-sm text-soon">{waitingWords(marathon, now)}</p>
  }
  return <PendingBadge pending={application.pending} />
}

function StartDate({ entry }: { entry: Entry }) {
  const { startDate } = entry.application
  const zone = zoneOf(entry)
  return (
    <>
      <span className="font-semibold md:whitespace-nowrap">{formatDay(startDate, zone)}</span>{' '}
      <span className="text-sm text-ink-soft md:block">{formatTime(startDate, zone)}</span>
    </>
  )
}
