import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { mayDraw } from '../../marathon/ballot.ts'
import { participants } from '../../marathon/participants.ts'
import { RowActions } from '../../marathon/row-actions.tsx'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useAskedEdit, useDelete } from '../../status/use-asked-edit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { deleteMarathon, drawMarathon, updateMarathon, useMarathons } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/organise.js'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { formatDay, formatTime } from '../../ui/format/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Rich } from '../../ui/rich.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'

/** The dialogs of a marathon, each loaded when it opens. */
const DIALOGS = {
  update: lazy(() => import('./update-marathon.tsx').then((m) => ({ default: m.UpdateMarathon }))),
  start: lazy(() => import('./change-start.tsx').then((m) => ({ default: m.ChangeStart }))),
  cancel: lazy(() => import('./cancel-marathon.tsx').then((m) => ({ default: m.CancelMarathon }))),
}
type DialogName = keyof typeof DIALOGS
const PAGE_ROWS = 50
const deleteTexts = () => ({
  question: texts.deleteMarathonQuestion(),
  warning: texts.deleteMarathonWarning(),
  done: texts.deleteMarathonDone(),
})

const drawTexts = () => ({
  question: texts.drawQuestion(),
  warning: texts.drawWarning(),
  confirm: texts.drawYes(),
  heading: texts.drawTitle(),
  done: texts.drawDone(),
  failed: texts.notDrawn(),
})

const takeBackTexts = () => ({
  question: texts.takeBackQuestion(),
  warning: texts.takeBackWarning(),
  confirm: texts.takeBackYes(),
  heading: texts.takeBackTitle(),
  done: texts.takeBackDone(),
  failed: texts.notTakenBack(),
})

/** The part of a link that only screen readers need. */
const HIDDEN = { hidden: (children: ReactNode) => <span className="sr-only">{children}</span> }

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
        title={texts.noneAdded()}
        action={<ButtonLink to="/dashboard/addMarathon">{texts.addMarathon()}</ButtonLink>}
      >
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const columns: Column<MarathonView>[] = [
    { head: texts.positionHead(), cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    { head: texts.title(), cell: (marathon) => <Title marathon={marathon} /> },
    { head: texts.location(), cell: (marathon) => marathon.location, className: 'md:text-ink-soft', isNamed: true },
    {
      head: texts.startDate(),
      cell: (marathon) => (
        <>
          <span className="font-semibold md:whitespace-nowrap">{formatDay(marathon.startDate, marathon.timeZone)}</span>{' '}
          <span className="text-sm text-ink-soft md:block">{formatTime(marathon.startDate, marathon.timeZone)}</span>
        </>
      ),
      isNamed: true,
    },
    {
      head: texts.actions(),
      cell: (marathon) => <Actions marathon={marathon} now={now} onOpen={(name) => setOpen({ name, marathon })} />,
      className: 'pt-2',
    },
  ]
  const Dialog = open && DIALOGS[open.name]
  return (
    <>
      <StaleDataBanner />
      <CardTable
        caption={texts.myCreatedMarathons()}
        columns={columns}
        rows={page.rows}
        keyOf={(marathon) => marathon._id}
      />
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
          <Badge tone="danger">{texts.cancelled()}</Badge>
          <span className="line-clamp-3 text-sm break-words">{marathon.cancelled}</span>
        </>
      )}
      <PendingBadge pending={marathon.pending} />
      <Link
        to="/dashboard/myMarathons/$id/entrants"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        <Rich
          text={texts.entrantsLink({
            participants: participants(marathon),
            entered: marathon.enteredCount,
            waiting: marathon.waitingCount,
            title: marathon.title,
          })}
          tags={HIDDEN}
        />
      </Link>
      <Link
        to="/dashboard/myMarathons/$id/helpers"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        <Rich text={texts.helpersLink({ title: marathon.title })} tags={HIDDEN} />
      </Link>
      <Link
        to="/dashboard/myMarathons/$id/notices"
        params={{ id: marathon._id }}
        className="text-link inline-flex min-h-11 items-center text-sm md:min-h-6"
      >
        <Rich text={texts.noticesLink({ title: marathon.title })} tags={HIDDEN} />
      </Link>
    </div>
  )
}

type ActionsProps = { marathon: MarathonView; now: number; onOpen: (dialog: DialogName) => void }

/** What the organiser can do with a marathon. */
function Actions({ marathon, now, onOpen }: ActionsProps) {
  const { _id, title, cancelled, pending } = marathon
  const { remove, deleting } = useDelete(deleteMarathon, deleteTexts())
  const { edit: draw, editing: drawing } = useAskedEdit(
    (db, row: MarathonView) => drawMarathon(db, row._id),
    drawTexts(),
  )
  const { edit: takeBack, editing: takingBack } = useAskedEdit(
    (db, row: MarathonView) => updateMarathon(db, row, { cancelled: null }),
    takeBackTexts(),
  )
  return (
    <RowActions
      names={{ edit: texts.editNamed({ title }), delete: texts.deleteNamed({ title }) }}
      deleting={deleting !== null}
      onEdit={() => onOpen('update')}
      onDelete={() => remove(marathon)}
    >
      {mayDraw(marathon, now) && (
        <Button
          aria-label={texts.drawNamed({ title })}
          pending={drawing !== null}
          pendingLabel={texts.drawing()}
          disabled={pending !== null}
          onClick={() => draw(marathon)}
        >
          {texts.drawNow()}
        </Button>
      )}
      <ButtonLink
        to="/dashboard/addMarathon"
        search={{ copy: _id }}
        variant="secondary"
        aria-label={texts.duplicateNamed({ title })}
      >
        {texts.duplicate()}
      </ButtonLink>
      <Button variant="secondary" aria-label={texts.changeStartNamed({ title })} onClick={() => onOpen('start')}>
        {texts.changeStart()}
      </Button>
      {cancelled ? (
        <Button
          variant="secondary"
          aria-label={texts.takeBackNamed({ title })}
          pending={takingBack !== null}
          onClick={() => takeBack(marathon)}
        >
          {texts.takeBack()}
        </Button>
      ) : (
        <Button variant="secondary" aria-label={texts.cancelEventNamed({ title })} onClick={() => onOpen('cancel')}>
          {texts.cancelEvent()}
        </Button>
      )}
    </RowActions>
  )
}
