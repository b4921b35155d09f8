import { useAuth } from '../../auth/auth-context.tsx'
import { useUpcomingMarathons } from '../../data/public-lists.ts'
import { MarathonCard } from '../../shared/marathon/marathon-card.tsx'
import { useBannerProblem } from '../../shared/sync/banner-problem.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { LISTS } from './list-skeleton.tsx'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'

const CARDS = 7
const { cards: SKELETONS, ...HEAD } = LISTS.upcoming

/** The list of upcoming marathons on the home page. */
export function Upcoming() {
  const { loading } = useAuth()
  const list = useUpcomingMarathons(loading)
  const said = useBannerProblem()
  const now = useNow()
  // Leaves out marathons that have started since the list was fetched.
  const rows = list.rows.filter((marathon) => Date.parse(marathon.startDate) > now)
  return (
    <Section {...HEAD}>
      <ListState
        list={{ ...list, rows }}
        now={now}
        empty="No upcoming marathons found."
        skeletons={SKELETONS}
        isSaid={list.isProblemSaid || list.problem === said}
      >
        {rows.slice(0, CARDS).map((marathon) => (
          <li key={marathon._id}>
            <MarathonCard marathon={marathon} now={now} variant="upcoming" description={marathon.description} />
          </li>
        ))}
      </ListState>
    </Section>
  )
}
