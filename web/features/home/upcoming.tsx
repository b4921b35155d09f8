import { CARD_ITEM, MarathonCard } from '../../marathon/marathon-card.tsx'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/home.js'
import { useNow } from '../../ui/hooks/use-now.ts'
import type { OfAccount } from './explore.tsx'
import type { HomeListHead } from './list-skeleton.tsx'
import { ListState } from './list-state.tsx'
import { useUpcomingMarathons } from './public-lists.ts'
import { Section } from './section.tsx'

const CARDS = 7
/** The heading of the upcoming marathons. */
export const UPCOMING: HomeListHead = {
  id: 'upcoming',
  title: texts.upcomingTitle,
  intro: texts.upcomingIntro,
  sunken: true,
  cards: 4,
  farBelow:
    '[contain-intrinsic-height:auto_175rem] sm:[contain-intrinsic-height:auto_159rem] lg:[contain-intrinsic-height:auto_123rem] xl:[contain-intrinsic-height:auto_85rem]',
}
const { cards: SKELETONS, ...HEAD } = UPCOMING

/** The list of upcoming marathons on the home page. */
export function Upcoming({ bannerProblem = null }: OfAccount) {
  const { loading } = useAuth()
  const list = useUpcomingMarathons(loading)
  const now = useNow()
  // Leaves out marathons that have started since the list was fetched.
  const rows = list.rows.filter((marathon) => Date.parse(marathon.startDate) > now)
  return (
    <Section {...HEAD} title={HEAD.title()} intro={HEAD.intro()}>
      <ListState
        list={{ ...list, rows }}
        now={now}
        empty={texts.noUpcoming()}
        skeletons={SKELETONS}
        isShownElsewhere={list.isProblemShownElsewhere || (list.problem !== null && list.problem === bannerProblem)}
      >
        {rows.slice(0, CARDS).map((marathon) => (
          <li key={marathon._id} className={CARD_ITEM.upcoming}>
            <MarathonCard marathon={marathon} now={now} variant="upcoming" description={marathon.description} />
          </li>
        ))}
      </ListState>
    </Section>
  )
}
