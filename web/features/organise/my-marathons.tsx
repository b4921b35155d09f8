import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { MAX_MARATHONS } from '../../../contract/limits.ts'
import { may } from '../../../contract/roles.ts'
import { participants } from '../../marathon/participants.ts'
import { RowActions } from '../../marathon/row-actions.tsx'
import { SortSelect } from '../../marathon/sort-select.tsx'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useDelete } from '../../status/use-asked-edit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { deleteMarathon, useMarathons } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as overview from '../../texts/compiled/overview.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { Chips } from '../../ui/chips.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { formatDay, formatTime } from '../../ui/format/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import { deleteQuestion } from './delete-question.ts'
import { CHOICES, type Choice, chosenRows, countByChoice } from './own-list.ts'
import { whenIs } from './when.ts'

/** It loads when it opens. */
const UpdateMarathon = lazy(() => import('./update-marathon.tsx').then((m) => ({ default: m.UpdateMarathon })))
const PAGE_ROWS = 50

const LABELS: Record<Choice, () => string> = {
  today: overview.today,
  ahead: overview.ahead,
  past: overview.past,
  all: overview.all,
}

type MyMarathonsProps = {
  sort: 'asc' | 'desc'
  onSort: (sort: 'asc' | 'desc') => void
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** The list of the user's own marathons, with search, chips, edit and delete. A title leads to the event's place. */
export function MyMarathons({ sort, onSort, choice, onChoice }: MyMarathonsProps) {
  const { limit, showMore } = useGrowingLimit(`mine:${sort}:${choice}`, PAGE_ROWS)
  // All of them: the chips count them, and an account has at most as many.
  const page = useMarathons({ sort, mine: true, limit: MAX_MARATHONS })
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  // The marathon as it was when the dialog opened. Changes are computed against what the user saw.
  const [editing, setEditing] = useState<MarathonView | null>(null)
  const now = useServerNow()

  if (!page) return <RowSkeletons count={3} />
  // An open dialog stays, with what is typed in it, although its marathon was deleted on another phone.
  if (page.rows.length === 0 && !editing) {
    return (
      <EmptyText
        title={texts.noneAdded()}
        action={<ButtonLink to="/dashboard/addMarathon">{texts.addMarathon()}</ButtonLink>}
      >
        <FirstSyncNote />
      </EmptyText>
    )
  }
  const counts = countByChoice(page.rows, now)
  const rows = chosenRows(page.rows, choice, wanted, now)
  const columns: Column<MarathonView>[] = [
    { head: texts.positionHead(), cell: (_, index) => index + 1, className: 'numeral hidden md:table-cell' },
    { head: texts.title(), cell: (marathon) => <Title marathon={marathon} now={now} /> },
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
      cell: (marathon) => <Actions marathon={marathon} onEdit={() => setEditing(marathon)} />,
      className: 'pt-2',
    },
  ]
  return (
    <>
      <StaleDataBanner />
      <StickySearch>
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 flex-[1_1_9rem]">
            <SearchField
              label={overview.search()}
              placeholder={overview.searchPlaceholder()}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {/* The other lists are by start. */}
          {choice === 'all' && <SortSelect label="hidden" value={sort} onChange={onSort} />}
        </div>
        <Chips
          legend={overview.show()}
          name="when"
          chips={CHOICES.map((value) => ({ value, label: LABELS[value](), count: counts[value] }))}
          value={choice}
          onChange={onChoice}
        />
      </StickySearch>
      {rows.length === 0 ? (
        <Notice kind="empty" title={overview.noneFits()} />
      ) : (
        <CardTable
          caption={texts.myCreatedMarathons()}
          columns={columns}
          rows={rows.slice(0, limit)}
          keyOf={(marathon) => marathon._id}
        />
      )}
      {rows.length > limit && <LoadMore onMore={showMore} />}
      {editing && (
        <Suspense>
          <UpdateMarathon marathon={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}

function Title({ marathon, now }: { marathon: MarathonView; now: number }) {
  const { _id: id, title, cancelled, enteredCount, waitingCount } = marathon
  return (
    <div className="grid justify-items-start gap-1">
      <Link
        to="/dashboard/myMarathons/$id"
        params={{ id }}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-edge decoration-1 underline-offset-4 hover:decoration-2 max-md:text-lg md:min-h-6"
      >
        {title}
      </Link>
      {cancelled ? (
        <>
          <Badge tone="danger">{texts.cancelled()}</Badge>
          <bdi lang="" className="line-clamp-3 text-sm break-words">
            {cancelled}
          </bdi>
        </>
      ) : (
        whenIs(marathon, now) === 'today' && <Badge tone="soon">{overview.today()}</Badge>
      )}
      {marathon.role === 'organiser' && <Badge tone="ink">{roleTexts.name({ role: marathon.role })}</Badge>}
      <PendingBadge pending={marathon.pending} />
      <span className="text-sm text-ink-soft">
        {overview.counts({ participants: participants(marathon), entered: enteredCount, waiting: waitingCount })}
      </span>
    </div>
  )
}

function Actions({ marathon, onEdit }: { marathon: MarathonView; onEdit: () => void }) {
  const { title } = marathon
  const { remove, deleting } = useDelete(deleteMarathon, deleteQuestion(marathon))
  return (
    <RowActions
      names={{ edit: texts.editNamed({ title }), delete: texts.deleteNamed({ title }) }}
      deleting={deleting !== null}
      onEdit={onEdit}
      onDelete={may(marathon.role, 'own') ? () => remove(marathon) : undefined}
    />
  )
}
