import type { ReactNode } from 'react'
import { bandOfCode } from '../../../contract/questions/categories.ts'
import type { PublicResult } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { bandLabel } from '../../forms/question-texts.ts'
import * as texts from '../../texts/compiled/public-results.js'
import { SEX_TEXTS } from '../../texts/question-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { OneLine } from '../../ui/format/one-line.tsx'
import { formatGap, formatPace } from '../../ui/format/race-time.ts'
import { pointName } from '../race/point-name.ts'

type ResultRowProps = {
  row: PublicResult
  list: Pick<PublicList, 'marathon' | 'state'>
  /** The place and the gap to show: those among all, or among the part of the list that is shown. */
  place?: number | null
  gap?: number | null
  /** Was the row corrected? */
  isCorrected?: boolean
  /** What else is known of the row. */
  children?: ReactNode
}

/** A row of published results. A tap shows all places and the times at the points. */
export function ResultRow({
  row,
  list,
  place = row.place,
  gap = row.gap,
  isCorrected = false,
  children,
}: ResultRowProps) {
  const { time, bib } = row
  const { distance } = list.marathon
  return (
    <details className="group rounded-md border border-line bg-surface open:border-edge">
      <summary className="grid min-h-14 cursor-pointer list-none grid-cols-[minmax(2rem,auto)_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="numeral text-lg">{place}</span>
        <span className="min-w-0">
          <strong>
            <OneLine className="group-open:whitespace-normal group-open:break-words">{nameOf(row)}</OneLine>
          </strong>
          <span className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
            {bib !== '' && row.name !== '' && <bdi>{texts.bibIs({ bib })}</bdi>}
            {row.category !== '' && <bdi>{categoryLabel(row.category)}</bdi>}
            {isCorrected && <span className="font-semibold text-soon">{texts.corrected()}</span>}
          </span>
        </span>
        <span className="text-end">
          {time === null ? (
            <StateOf row={row} isOfficial={list.state === 'official'} />
          ) : (
            <>
              <span className="numeral block text-lg">{formatRaceTime(time)}</span>
              <span className="flex flex-wrap justify-end gap-x-3 text-sm text-ink-soft tabular-nums">
                {gap !== null && gap > 0 && <bdi dir="ltr">{formatGap(gap)}</bdi>}
                <bdi className="max-sm:hidden">{formatPace(time, distance)}</bdi>
              </span>
            </>
          )}
        </span>
      </summary>
      <div className="grid gap-4 border-t border-line px-3 py-3">
        {children}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
          {factsOfRow(row, distance).map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">
                <bdi>{label}</bdi>
              </dt>
              <dd className="tabular-nums">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  )
}

/** The name, or the bib of who hides the name. */
export function nameOf({ name, bib }: Pick<PublicResult, 'name' | 'bib'>): string {
  return name === '' ? texts.hidden({ bib: bib === '' ? '–' : bib }) : name
}

/** What a category is called. @param code of its band */
export function categoryLabel(code: string): string {
  return code === '' ? '' : bandLabel(bandOfCode(code))
}

/** What a sex is called; '' for none. */
export function sexLabel(sex: string): string {
  return sex in SEX_TEXTS ? SEX_TEXTS[sex as keyof typeof SEX_TEXTS]() : sex
}

/** The time at a point; null for who was not seen there. */
export function timeAt(splits: PublicResult['splits'], point: string): number | null {
  return splits.find(([name]) => name === point)?.[1] ?? null
}

const STATE_TEXTS: Record<string, () => string> = {
  finished: texts.finished,
  retired: texts.retired,
  disqualified: texts.disqualified,
  // A correction may take somebody out of the list.
  notStarted: texts.notStarted,
  registered: texts.notStarted,
}

/** What a state is called. Nobody is on the course of a race that is official. */
export function stateText(state: string, isOfficial: boolean): string {
  if (state === 'started') return isOfficial ? texts.notFinished() : texts.onCourse()
  return STATE_TEXTS[state]?.() ?? ''
}

/** Why there is no time: where somebody was seen last, or that the race is over for somebody. */
function StateOf({ row, isOfficial }: { row: PublicResult; isOfficial: boolean }) {
  const words = stateText(row.state, isOfficial)
  if (row.state !== 'started' || isOfficial)
    return <Badge tone={row.state === 'disqualified' ? 'danger' : 'closed'}>{words}</Badge>
  const last = row.splits.at(-1)
  return (
    <span className="text-sm text-ink-soft">
      {last ? (
        <>
          <bdi className="block">{pointName(last[0])}</bdi>
          <span className="tabular-nums">{formatRaceTime(last[1])}</span>
        </>
      ) : (
        <span>{words}</span>
      )}
    </span>
  )
}

/** Places, pace and the times at the points, each with its label. */
function factsOfRow(row: PublicResult, distance: PublicList['marathon']['distance']): [label: string, value: string][] {
  const { place, sexPlace, categoryPlace, time } = row
  const number = (value: number | null) => (value === null ? [] : [String(value)])
  return [
    ...number(place).map((value) => [texts.overall(), value] as [string, string]),
    ...number(sexPlace).map((value) => [sexLabel(row.sex), value] as [string, string]),
    ...number(categoryPlace).map((value) => [categoryLabel(row.category), value] as [string, string]),
    ...(time === null ? [] : [[texts.pace(), formatPace(time, distance)] as [string, string]]),
    ...row.splits.map(([point, at]) => [pointName(point), formatRaceTime(at)] as [string, string]),
  ]
}
