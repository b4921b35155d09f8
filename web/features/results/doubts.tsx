import { useMemo } from 'react'
import type { Race } from '../../marathon/race/use-race.ts'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DoubtCard } from './doubt-card.tsx'
import { evidenceOf } from './evidence.ts'
import type { Rule } from './use-rule.ts'

type DoubtsProps = {
  race: Race
  marathon: MarathonView
  /** Null where the account may not rule. */
  rule: Rule['rule'] | null
}

const STEP = 20
/** The first ones fill a screen. */
const FIRST = 8

/** What nobody has decided yet, in the order of the times. */
export function Doubts({ race, marathon, rule }: DoubtsProps) {
  const { results } = race
  const { limit, showMore } = useGrowingLimit(`doubts:${marathon._id}`, STEP, FIRST)
  const evidence = useMemo(
    () =>
      evidenceOf(
        race,
        race.results.doubts.flatMap(({ recordings }) => recordings),
      ),
    [race],
  )
  if (results.doubts.length === 0) return <Notice kind="empty" title={texts.noDoubts()} />
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={texts.doubts()}>
        {results.doubts.slice(0, limit).map((doubt) => (
          <DoubtCard key={doubt.id} doubt={doubt} race={race} evidenceOf={evidence} marathon={marathon} rule={rule} />
        ))}
      </ol>
      {results.doubts.length > limit && <LoadMore onMore={showMore} />}
    </>
  )
}
