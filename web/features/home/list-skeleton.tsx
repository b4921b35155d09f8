import * as texts from '../../texts/compiled/home.js'
import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'
import { Section } from './section.tsx'

/** The headings and the numbers of cards of the two public lists. */
export const LISTS = {
  explore: {
    id: 'explore',
    title: texts.exploreTitle,
    intro: texts.exploreIntro,
    sunken: false,
    cards: 4,
  },
  upcoming: {
    id: 'upcoming',
    title: texts.upcomingTitle,
    intro: texts.upcomingIntro,
    sunken: true,
    cards: 4,
  },
} as const

/** Stands for a public list while its code loads. It looks like the list while its rows load. */
export function ListSkeleton({ of }: { of: keyof typeof LISTS }) {
  const { cards, ...head } = LISTS[of]
  return (
    <Section {...head} title={head.title()} intro={head.intro()}>
      <div className={CARD_GRID}>
        <CardSkeletons count={cards} />
      </div>
    </Section>
  )
}
