import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { deleteMarathon, drawMarathon, updateMarathon, useMarathons } from '../../data/marathons.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { mayDraw } from '../../shared/marathon/ballot.ts'
import { participants } from '../../shared/marathon/participants.ts'
import { RowActions } from '../../shared/marathon/row-actions.tsx'
import { useGrowingLimit } from '../../shared/marathon/use-growing-limit.ts'
import { FirstSyncNote } from '../../shared/sync/first-sync-note.tsx'
import { PendingBadge } from '../../shared/sync/pending-badge.tsx'
import { StaleDataBanner } from '../../shared/sync/stale-data-banner.tsx'
import { useAskedEdit, useDelete } from '../../shared/sync/use-asked-edit.ts'
import { useServerNow } from '../../shared/use-server-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { formatDay, formatTime } from '../../ui/format/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'

/** The dialogs of a marathon, each loaded when it opens. */
const DIALOGS = {
  update: lazy(() => import('./update-marathon.tsx').then((m) => ({ default: m.UpdateMarathon }))),
  start: lazy(() => import('./change-start.tsx').then((m) => ({ default: m.ChangeStart }))),
  cancel: lazy(() => import('./cancel-marathon.tsx').then((m) => ({ default: m.CancelMarathon }))),
}
type DialogName = keyof typeof DIALOGS
const PAGE_ROWS = 50
const DELETE_TEXTS = {
  question: 'Are you sure?',
  warning: 'This marathon will be deleted permanently!',
  done: 'Your marathon has been deleted.',
}

const DRAW_TEXTS = {
  question: 'Draw the places now?',
  warning:
    'The draw gives the places and puts all others on the waiting list, in the drawn order. There is one draw: it cannot be repeated or taken back.',
  confirm: 'Yes, draw now',
  heading: 'Places Drawn!',
  done: 'Runners see with their next sync whether they have a place. Anybody can check the draw on the details of the event.',
  failed: 'Not drawn',
}

const TAKE_BACK_TEXTS = {
  question: 'Take the cancellation back?',
  warning: 'The event takes place again, and runners are told. Free places go to the waiting list.',
  confirm: 'Yes, take it back',
  heading: 'Cancellation Taken Back!',
  done: 'Your marathon takes place again.',
  failed: 'Not taken back',
}

/** The list of the user's own marathons, with edit, duplicate, cancel, delete, and change of start or places. */
export function MyMarathons({ sort }: { sort: 'asc' | 'desc' }) {
  const { limit, showMore } = useGrowingLimit(`mine:${sort}`, PAGE_ROWS)
  const page = useMarathons({ sort, mine: true, limit })
  // The marathon as it was when the dialog opened. Changes are computed against what the user saw.
  const [open, setOpen] = useState<{ name: DialogName; marathon: MarathonView } | null>(null)
  const now = useServerNow()

  if (!page) return <RowSkeletons count={3} />
  // An open dialog stays, with what is typed in it, although its marathon was deleted on another phone.
  if (page.rows.length === 0 && !open) {
    return (
      <EmptyText
        title="You Not Added Any Marathon Yet."
        action={<ButtonLink to="/dashboard/addMarathon">Add Marathon</ButtonLink>}
      >
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const columns: Column<MarathonView>[] = [
    { head: '#', cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    { head: 'Title', cell: (marathon) => <Title marathon={marathon} /> },
    { head: 'Location', cell: (marathon) => marathon.location, className: 'md:text-ink-soft', isNamed: true },
    {
      head: 'Start Date',
      cell: (marathon) => (
        <>
          <span className="font-semibold md:whitespace-nowrap">{formatDay(marathon.startDate, marathon.timeZone)}</span>{' '}
          <span className="text-sm text-ink-soft md:block">{formatTime(marathon.startDate, marathon.timeZone)}</span>
        </>
      ),
      isNamed: true,
    },
    {
      head: 'Actions',
      cell: (marathon) => <Actions marathon={marathon} now={now} onOpen={(name) => setOpen({ name, marathon })} />,
      className: 'pt-2',
    },
  ]
  const Dialog = open && DIALOGS[open.name]
  return (
    <>
      <StaleDataBanner />
      <CardTable caption="My Created Marathons" columns={columns} rows={page.rows} keyOf={(marathon) => marathon._id} />
      {page.hasMore && <LoadMore onMore={showMore} />}
      {Dialog && (
        <Suspense>
          <Dialog marathon={open.marathon} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function Title({ marathon }: { marathon: MarathonView }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Link to="/marathons/$id" params={{ id: marathon._id }} className="font-semibold hover:underline max-md:text-lg">
        {marathon.title}
      </Link>
      {marathon.cancelled && (
        <>
          <Badge tone="danger">Cancelled</Badge>
          <span className="line-clamp-3 text-sm break-words">{marathon.cancelled}</span>
        </>
      )}
      <PendingBadge pending={marathon.pending} />
      <Link
        to="/dashboard/myMarathons/$id/entrants"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        Entrants: {participants(marathon)}
        {marathon.enteredCount > 0 && `, ${marathon.enteredCount.toLocaleString('en-US')} in the ballot`}
        {marathon.waitingCount > 0 && `, ${marathon.waitingCount.toLocaleString('en-US')} waiting`}
        <span className="sr-only"> of {marathon.title}</span>
      </Link>
      <Link
        to="/dashboard/myMarathons/$id/helpers"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        Helpers<span className="sr-only"> of {marathon.title}</span>
      </Link>
      <Link
        to="/dashboard/myMarathons/$id/notices"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        Notices<span className="sr-only"> of {marathon.title}</span>
      </Link>
    </div>
  )
}

type ActionsProps = { marathon: MarathonView; now: number; onOpen: (dialog: DialogName) => void }

/** What the organiser can do with a marathon. */
function Actions({ marathon, now, onOpen }: ActionsProps) {
  const { _id, title, cancelled, pending } = marathon
  const { remove, deleting } = useDelete(deleteMarathon, DELETE_TEXTS)
  const { edit: draw, editing: drawing } = useAskedEdit(
    (db, row: MarathonView) => drawMarathon(db, row._id),
    DRAW_TEXTS,
  )
  const { edit: takeBack, editing: takingBack } = useAskedEdit(
    (db, row: MarathonView) => updateMarathon(db, row, { cancelled: null }),
    TAKE_BACK_TEXTS,
  )
  return (
    <RowActions
      title={title}
      deleting={deleting !== null}
      onEdit={() => onOpen('update')}
      onDelete={() => remove(marathon)}
    >
      {mayDraw(marathon, now) && (
        <Button
          aria-label={`Draw now: ${title}`}
          pending={drawing !== null}
          pendingLabel="Drawing…"
          disabled={pending !== null}
          onClick={() => draw(marathon)}
        >
          Draw now
        </Button>
      )}
      <ButtonLink
        to="/dashboard/addMarathon"
        search={{ copy: _id }}
        variant="secondary"
        aria-label={`Duplicate ${title}`}
      >
        Duplicate
      </ButtonLink>
      <Button variant="secondary" aria-label={`Change start or places: ${title}`} onClick={() => onOpen('start')}>
        Change start or places
      </Button>
      {cancelled ? (
        <Button
          variant="secondary"
          aria-label={`Take the cancellation back of ${title}`}
          pending={takingBack !== null}
          onClick={() => takeBack(marathon)}
        >
          Take the cancellation back
        </Button>
      ) : (
        <Button variant="secondary" aria-label={`Cancel this event: ${title}`} onClick={() => onOpen('cancel')}>
          Cancel this event
        </Button>
      )}
    </RowActions>
  )
}
