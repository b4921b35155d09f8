import { CARD_ITEM, MarathonCard } from '../../marathon/marathon-card.tsx'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useMarathons } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'
import { EmptyList } from './empty-list.tsx'
import { filterCount } from './list-choices.ts'
import type { ListSearch } from './list-search.ts'

/** More rows than a phone's screen shows. On a wider screen the next page loads at once. */
const FIRST_ROWS = 8
const PAGE_ROWS = 24

/** The marathons that match the filters, a page at a time. */
export function MarathonList({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  const { limit, showMore } = useGrowingLimit(JSON.stringify(search), PAGE_ROWS, FIRST_ROWS)
  const now = useServerNow()
  const page = useMarathons({
    sort: search.sort ?? 'desc',
    text: search.q ?? '',
    month: search.month ?? '',
    // Read again as time passes, and by the clock of the badges.
    ...(search.open ? { openOnly: true, now } : {}),
    distance: search.distance,
    limit,
  })
  if (!page) {
    return (
      <div className={CARD_GRID}>
        <CardSkeletons count={8} />
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
  return (
    <>
      <StaleDataBanner />
      <h2 className="sr-only">{texts.marathons()}</h2>
      <p role="status" className="sr-only">
        {page.hasMore ? texts.moreThan({ count: page.rows.length }) : texts.count({ count: page.rows.length })}
      </p>
      <ul className={CARD_GRID}>
        {page.rows.map((marathon) => (
          <li key={marathon._id} className={CARD_ITEM.list}>
            <MarathonCard
              marathon={marathon}
              now={now}
              variant="list"
              marks={<PendingBadge pending={marathon.pending} />}
            />
          </li>
        ))}
      </ul>
      {page.hasMore && <LoadMore onMore={showMore} />}
    </>
  )
}
