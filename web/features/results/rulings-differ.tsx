import type { Doubt } from '../../../contract/results/doubts.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import { rulingSentence } from '../../marathon/results/ruling-sentence.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { isSecondTap } from '../../ui/dialogs/double-tap.ts'
import { formatDayTime } from '../../ui/format/format.ts'
import type { Rule } from './use-rule.ts'

type RulingsDifferProps = { doubt: Doubt; race: Race; marathon: MarathonView; rule: Rule['rule'] | null }

/** What each of two people decided, and a tap that lets one of them count: the others are undone. */
export function RulingsDiffer({ doubt, race, marathon, rule }: RulingsDifferProps) {
  const { timeZone } = marathon
  const times = new Map(race.recorded.recordings.map(({ _id, at }) => [_id, at]))
  const known = new Map(race.recorded.rulings.map((one) => [one._id, one]))
  const ids = doubt.rulings ?? []
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {ids.flatMap((id, index) => {
        const one = known.get(id)
        if (!one) return []
        const sentence = rulingSentence(one, times, timeZone)
        const others = ids.filter((other) => other !== id)
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">{sentence}</p>
              <p className="text-sm text-ink-soft">
                {`${texts.decidedBy({ by: one.by, time: formatDayTime(one.at, timeZone) })}${index === ids.length - 1 ? ` · ${texts.countsNow()}` : ''}`}
              </p>
            </div>
            {rule && (
              <Button
                variant="secondary"
                aria-label={`${texts.thisCounts()}: ${sentence}`}
                onClick={() => !isSecondTap(doubt.id) && rule(others.map((rulingId) => ({ kind: 'undo', rulingId })))}
              >
                {texts.thisCounts()}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
