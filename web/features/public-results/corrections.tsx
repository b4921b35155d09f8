import type { OfficialFacts } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import { categoryLabel, STATE_TEXTS, sexLabel, timeAt } from '../../marathon/results/result-row.tsx'
import * as texts from '../../texts/compiled/public-results.js'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { formatRaceTime } from '../../ui/format/race-time.ts'

export type Correction = PublicList['corrections'][number]

/**
 * The corrections of an official list, the newest first: which row, what, when, by whom and why.
 * @param left how many older ones there are
 */
export function Corrections({ corrections, left }: { corrections: readonly Correction[]; left: number }) {
  if (corrections.length === 0) return null
  return (
    <details className="rounded-md border border-line bg-surface print:hidden">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-semibold">
        {texts.corrections({ count: corrections.length + left })}
      </summary>
      <ol className="grid gap-4 border-t border-line p-3">
        {corrections.map((correction) => (
          <li key={correction._id}>
            <strong>{texts.bibIs({ bib: correction.after.bib || '–' })}</strong>
            <CorrectionFacts correction={correction} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className="px-3 pb-3 text-ink-soft">{texts.left({ count: left })}</p>}
    </details>
  )
}

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
