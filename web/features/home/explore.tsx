import { useAuth } from '../../auth/auth-context.tsx'
import { useExploreMarathons } from '../../data/public-lists.ts'
import { MarathonCard } from '../../shared/marathon/marathon-card.tsx'
import { useBannerProblem } from '../../shared/sync/banner-problem.ts'
import { StaleDataBanner } from '../../shared/sync/stale-data-banner.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { LISTS } from './list-skeleton.tsx'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'

const { cards: CARDS, ...HEAD } = LISTS.explore

/** The list of the newest marathons on the home page. */
export function Explore() {
  const { loading: isAuthLoading } = useAuth()
  const list = useExploreMarathons(isAuthLoading)
  const said = useBannerProblem()
  const now = useNow()
  const loading = list.status === 'loading' && list.rows.length === 0 && !list.problem
  return (
    <Section {...HEAD} aside={loading && <Spinner size={28} label="Loading marathons" />}>
      {list.isSynced && <StaleDataBanner />}
      <ListState list={list} now={now} empty="No marathons yet." skeletons={CARDS} isSaid={list.problem === said}>
        {list.rows.slice(0, CARDS).map((marathon) => (
          <li key={marathon._id}>
            <MarathonCard marathon={marathon} now={now} variant="explore" />
          </li>
        ))}
      </ListState>
    </Section>
  )
}
