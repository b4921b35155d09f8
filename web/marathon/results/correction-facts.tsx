import type { OfficialFacts } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import * as texts from '../../texts/compiled/public-results.js'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { pointName } from '../race/point-name.ts'
import { categoryLabel, sexLabel, stateText, timeAt } from './result-row.tsx'

export type Correction = PublicList['corrections'][number]

/** One correction: when, by whom and why, and each value before and after. */
export function CorrectionFacts({ correction }: { correction: Correction }) {
  const { at, by, reason } = correction
  const day = formatDayTime(at, readerTimeZone())
  return (
    <div className="text-sm">
      <p className="wrap-anywhere">{by === '' ? texts.correctedOn({ day }) : texts.correctedBy({ day, name: by })}</p>
      {/* In a line of its own: within a sentence from right to left, lines of English would be hard to read. */}
      <p {...OWN_WORDS} className="wrap-anywhere">
        {reason}
      </p>
      <ul className="text-ink-soft">
        {correctionLines(correction).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a correction changed, a line for each value. */
export function correctionLines({ before, after }: Pick<Correction, 'before' | 'after'>): string[] {
  if (before === null) return [texts.added({ bib: after.bib })]
  const points = [...new Set([before, after].flatMap(({ splits }) => splits.map(([point]) => point)))].filter(
    // The finish is the time.
    (point) => point !== 'finish',
  )
  const values: [what: string, of: (facts: OfficialFacts) => string][] = [
    [texts.bib(), ({ bib }) => bib],
    [texts.state(), ({ state }) => stateText(state, true)],
    [texts.time(), ({ time }) => timeText(time)],
    [texts.sex(), ({ sex }) => sexLabel(sex)],
    [texts.category(), ({ category }) => categoryLabel(category)],
    ...points.map((point): [string, (facts: OfficialFacts) => string] => [
      pointName(point),
      ({ splits }) => timeText(timeAt(splits, point)),
    ]),
  ]
  return values.flatMap(([what, of]) => {
    const [old, now] = [of(before), of(after)]
    return old === now ? [] : [texts.changed({ what, before: old || texts.none(), after: now || texts.none() })]
  })
}

function timeText(time: number | null): string {
  return time === null ? '' : formatRaceTime(time)
}
