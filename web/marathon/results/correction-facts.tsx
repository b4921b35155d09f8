import type { OfficialFacts } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import * as texts from '../../texts/compiled/public-results.js'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { pointName } from '../race/point-name.ts'
import { categoryLabel, STATE_TEXTS, sexLabel, timeAt } from './result-row.tsx'

export type Correction = PublicList['corrections'][number]

/** One correction: when, by whom and why, and each value before and after. */
export function CorrectionFacts({ correction }: { correction: Correction }) {
  const { at, by, reason } = correction
  const day = formatDayTime(at, readerTimeZone())
  return (
    <div className="text-sm">
      <p className="wrap-anywhere">
        {by === '' ? texts.correctedOn({ day, reason }) : texts.correctedBy({ day, name: by, reason })}
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
    [texts.state(), ({ state }) => STATE_TEXTS[state]?.() ?? ''],
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
