import type { ReactNode } from 'react'
import { CARD_ITEM, MarathonCard } from '../../marathon/marathon-card.tsx'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/home.js'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { HomeListHead } from './list-skeleton.tsx'
import { ListState } from './list-state.tsx'
import { useExploreMarathons } from './public-lists.ts'
import { Section } from './section.tsx'

/** The heading of the newest marathons. */
export const EXPLORE: HomeListHead = {
  id: 'explore',
  title: texts.exploreTitle,
  intro: texts.exploreIntro,
  sunken: false,
  cards: 4,
}
const { cards: CARDS, ...HEAD } = EXPLORE

/** What only an account's lists have (account-lists.tsx). */
export interface OfAccount {
  /** What the sync banner says of the network. The lists do not repeat it. */
  bannerProblem?: 'portal' | null
  /** Shown above synced rows that may be old. */
  staleNote?: ReactNode
}

/** The list of the newest marathons on the home page. */
export function Explore({ bannerProblem = null, staleNote }: OfAccount) {
  const { loading: isAuthLoading } = useAuth()
  const list = useExploreMarathons(isAuthLoading)
  const now = useNow()
  const loading = list.status === 'loading' && list.rows.length === 0 && !list.problem
  return (
    <Section
      {...HEAD}
      title={HEAD.title()}
      intro={HEAD.intro()}
      aside={loading && <Spinner size={28} label={texts.loadingMarathons()} />}
    >
      {list.isSynced && staleNote}
      <ListState
        list={list}
        now={now}
        empty={texts.noMarathons()}
        skeletons={CARDS}
        isShownElsewhere={list.problem !== null && list.problem === bannerProblem}
      >
        {list.rows.slice(0, CARDS).map((marathon) => (
          <li key={marathon._id} className={CARD_ITEM.explore}>
            <MarathonCard marathon={marathon} now={now} variant="explore" />
          </li>
        ))}
      </ListState>
    </Section>
  )
}
