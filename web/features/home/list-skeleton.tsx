import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'
import { Section } from './section.tsx'

/** The heading of a public list, and how many cards stand for it while it loads. */
export interface HomeListHead {
  id: string
  title: () => string
  intro: () => string
  sunken: boolean
  farBelow?: string
  cards: number
}

/** Stands for a public list while its code loads. It looks like the list while its rows load. */
export function ListSkeleton({ of: { cards, title, intro, ...head } }: { of: HomeListHead }) {
  return (
    <Section {...head} title={title()} intro={intro()}>
      <div className={CARD_GRID}>
        <CardSkeletons count={cards} />
      </div>
    </Section>
  )
}
