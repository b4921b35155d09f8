import type { PublicResult } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { PrintedHead } from '../../marathon/details/printed-head.tsx'
import { categoryLabel, nameOf, stateText } from '../../marathon/results/result-row.tsx'
import * as texts from '../../texts/compiled/public-results.js'
import { formatGap, formatPace } from '../../ui/format/race-time.ts'
import { usePrinting } from '../../ui/hooks/use-printing.ts'

type PrintedResultsProps = {
  list: PublicList
  rows: readonly PublicResult[]
  placeOf: (row: PublicResult) => number | null
  gapOf: (row: PublicResult) => number | null
  /** Which part of the list it is, in words. */
  title: string
}

/**
 * The shown results on paper. They are in the page only while it is printed, because 5,000 rows would slow down the
 * screen.
 */
export function PrintedResults({ list, rows, placeOf, gapOf, title }: PrintedResultsProps) {
  if (!usePrinting()) return null
  const { marathon, state } = list
  const hasCategories = rows.some(({ category }) => category !== '')
  const heads = [
    texts.place(),
    texts.bib(),
    texts.name(),
    ...(hasCategories ? [texts.category()] : []),
    texts.time(),
    texts.gap(),
    texts.pace(),
  ]
  return (
    <div className="hidden print:block">
      <PrintedHead marathon={marathon} />
      <table className="mt-4 w-full border-collapse text-start text-sm">
        <caption className="mb-2 text-start text-base">
          <strong>{title}</strong>
          <span className="ms-4">{state === 'live' ? texts.live() : texts.official()}</span>
        </caption>
        <thead>
          <tr className="border-b-2 border-ink align-bottom">
            {heads.map((head) => (
              <th key={head} className="py-1 pe-4 text-start">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const gap = gapOf(row)
            return (
              <tr key={row.bib || `row ${index}`} className="break-inside-avoid border-b border-line">
                <td className="py-1 pe-4">{placeOf(row)}</td>
                <td className="py-1 pe-4">{row.bib}</td>
                <td className="py-1 pe-4 wrap-anywhere">
                  <bdi>{nameOf(row)}</bdi>
                </td>
                {hasCategories && <td className="py-1 pe-4 whitespace-nowrap">{categoryLabel(row.category)}</td>}
                <td className="py-1 pe-4 whitespace-nowrap tabular-nums">
                  {row.time === null ? stateText(row.state, state === 'official') : formatRaceTime(row.time)}
                </td>
                <td className="py-1 pe-4 whitespace-nowrap tabular-nums">
                  <bdi dir="ltr">{gap ? formatGap(gap) : ''}</bdi>
                </td>
                <td className="py-1 whitespace-nowrap tabular-nums">
                  {row.time === null ? '' : formatPace(row.time, marathon.distance)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
