import type { Doubt } from '../../../contract/results/doubts.ts'
import type { Answer } from './answers.ts'
import { type Crossing, crossingsOf, type Evidence } from './evidence.ts'
import type { ResultRow } from './shown-rows.ts'

/** A line of a stretch where the line and the funnel count differently: a crossing and the bib that it has now. */
export interface OrderRow {
  /** When it was, ms since the epoch. */
  time: number
  /** The recordings at the line; none for a bib of the funnel without a crossing. */
  crossing: Crossing
  /** The recordings in the funnel; none for a crossing without a bib. */
  arrivals: Evidence[]
}

/** The stretch of a doubt line by line, in the order of the times. @param rows the list of results as it is now */
export function orderRows(doubt: Doubt, evidence: readonly Evidence[], rows: readonly ResultRow[]): OrderRow[] {
  const known = new Map(evidence.map((one) => [one.id, one]))
  const pairs = rows.flatMap(({ recordings }) => {
    const own = recordings.flatMap((id) => known.get(id) ?? [])
    for (const { id } of own) known.delete(id)
    return own.length === 0 ? [] : [rowOf(own)]
  })
  const [funnel, line] = [[...known.values()].filter(isOfFunnel), [...known.values()].filter((one) => !isOfFunnel(one))]
  const alone = [...funnel.map((one) => [one]), ...crossingsOf({ kind: 'bibTwice', time: doubt.time }, line)]
  return [...pairs, ...alone.map(rowOf)].sort((a, b) => a.time - b.time)
}

/** The rows that a person should look at: those that are not a pair, each with its neighbours. */
export function oddRows(rows: readonly OrderRow[]): OrderRow[] {
  return rows.filter((_, index) => [-1, 0, 1].some((by) => isOdd(rows[index + by])))
}

/** Is it a crossing without a bib, or a bib without a crossing? */
export function isOdd(row: OrderRow | undefined): boolean {
  return row !== undefined && (row.crossing.length === 0 || row.arrivals.length === 0)
}

/** The bibs without a crossing that are proposed for a crossing. */
const MOST_PROPOSED = 3

/** The answers about a line of a stretch: that it is right, that it is another one's without a partner, or nobody's. */
export function answersToRow(row: OrderRow, all: readonly OrderRow[]): Answer[] {
  const of = row.crossing.length > 0 ? row.crossing : row.arrivals
  const nobody: Answer = { kind: 'bib', bib: '', of }
  if (row.crossing.length === 0) return [nobody]
  const near = all
    .filter(({ crossing }) => crossing.length === 0)
    .sort((a, b) => Math.abs(a.time - row.time) - Math.abs(b.time - row.time))
    .slice(0, MOST_PROPOSED)
  const bibs = (row.arrivals.length > 0 ? [row] : near).flatMap(({ arrivals }) => arrivals[0]?.bib ?? [])
  return [...[...new Set(bibs)].map((bib): Answer => ({ kind: 'bib', bib, of })), nobody]
}

function isOfFunnel({ how }: Evidence): boolean {
  return how === 'order'
}

function rowOf(own: readonly Evidence[]): OrderRow {
  const [crossing, arrivals] = [own.filter((one) => !isOfFunnel(one)), own.filter(isOfFunnel)]
  return { time: (crossing[0] ?? arrivals[0])?.time ?? 0, crossing, arrivals }
}
