import { CARD_ITEM, MarathonCard } from '../../marathon/marathon-card.tsx'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { WindowBadge } from '../../marathon/window-badge.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { type MyApplication, useMyApplications } from '../../store/rows/applications.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import { type MarathonFilter, useMarathons } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'
import { EmptyList } from './empty-list.tsx'
import { filterCount, groupsOf } from './list-choices.ts'
import type { ListSearch } from './list-search.ts'
import { MarathonRow, ROW_ITEM, ROW_REM } from './marathon-row.tsx'

/** More rows than a phone's screen shows. On a wider screen the next page loads at once. */
const FIRST_ROWS = 8
const PAGE_ROWS = 24

/** What a search asks of the store. */
export function filterOf(search: ListSearch, now: number): Omit<MarathonFilter, 'limit' | 'sort'> {
  return {
    text: search.q ?? '',
    month: search.month ?? '',
    distance: search.distance,
    // Read again as time passes, and by the clock of the badges.
    ...(search.open ? { openOnly: true, now } : {}),
  }
}

/** The marathons that match the filters, a page at a time. */
export function MarathonList({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  const { sort = 'desc' } = search
  // A keyboard leaves no room for a card, so what is searched for on a phone is one row an event.
  const isPhone = useMedia('(max-width: 40rem)')
  const compact = search.compact || (isPhone && Boolean(search.q))
  const { limit, showMore } = useGrowingLimit(JSON.stringify(search), PAGE_ROWS, FIRST_ROWS)
  const now = useServerNow()
  const page = useMarathons({ ...filterOf(search, now), ...(sort === 'soonest' ? { now } : {}), sort, limit })
  const own = useMyApplications()
  if (!page || !own) {
    // As high as the list was left, so that Back finds the place.
    if (compact) {
      return (
        <div style={{ minHeight: `${ROW_REM * limit}rem` }}>
          <RowSkeletons count={8} />
        </div>
      )
    }
    return (
      <div className={CARD_GRID}>
        <CardSkeletons count={limit} />
      </div>
    )
  }
  if (page.rows.length === 0) {
    return (
      <EmptyList
        filtered={filterCount(search) > 0}
        clear={
          <Button variant="secondary" onClick={onClear}>
            {texts.clearFilters()}
          </Button>
        }
      />
    )
  }
  const standings = standingsOf(own)
  const itemOf = (marathon: MarathonView) => {
    const isIn = standings.get(marathon._id)
    const marks = (
      <>
        {/* Who is in need not know how long the window is open, and a row is short. */}
        {compact && (!isIn || marathon.cancelled) && <WindowBadge marathon={marathon} now={now} />}
        {isIn === true && <Badge tone="ink">{texts.youAreIn()}</Badge>}
        {isIn === false && <Badge tone="soon">{texts.noPlaceYet()}</Badge>}
        <PendingBadge pending={marathon.pending} />
      </>
    )
    return (
      <li key={marathon._id} className={compact ? ROW_ITEM : CARD_ITEM.list}>
        {compact ? (
          <MarathonRow marathon={marathon} now={now} marks={marks} />
        ) : (
          <MarathonCard marathon={marathon} now={now} variant="list" marks={marks} />
        )}
      </li>
    )
  }
  const list = (rows: readonly MarathonView[]) => <ul className={compact ? '' : CARD_GRID}>{rows.map(itemOf)}</ul>
  return (
    <>
      <StaleDataBanner />
      {page.sort === 'soonest' ? (
        groupsOf(page.rows, now).map(({ heading, rows }) => (
          <section key={heading} className="mb-8">
            <h2 className="mb-3 border-b-2 border-ink pb-2 text-xl">{heading}</h2>
            {list(rows)}
          </section>
        ))
      ) : (
        <>
          <h2 className="sr-only">{texts.marathons()}</h2>
          {list(page.rows)}
        </>
      )}
      {/* With more rows a new one: who has scrolled past the end still sees it, and the old one would not load again. */}
      {page.hasMore && <LoadMore key={page.rows.length} onMore={showMore} />}
    </>
  )
}

/** The marathons that the user has applied to: true where somebody has a place, as the server knows. */
function standingsOf(own: readonly MyApplication[]): Map<string, boolean> {
  const standings = new Map<string, boolean>()
  for (const { application } of own) {
    const isIn = application.ver > 0 && hasPlace(application)
    standings.set(application.marathonId, isIn || standings.get(application.marathonId) === true)
  }
  return standings
}
