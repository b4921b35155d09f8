import type { Recorded } from '../../store/rows/recordings.ts'

type Row = Recorded['recordings'][number]

/** What the server has of one phone that records. */
export interface Report {
  clock: string
  by: string
  /** The points where it recorded. */
  points: string[]
  crossings: number
  /** When its last recording was, ISO 8601. All before it are here too: a phone sends them in their order. */
  last: string
}

/** The clocks that recorded, the one first from which nothing came for longest. Those of this phone may be unsent. */
export function reportsOf(recordings: readonly Row[]): Report[] {
  const reports = new Map<string, Report>()
  for (const row of recordings) {
    if (row.clock === '' || row.pending !== null) continue
    const phone = phoneOf(row.clock)
    const report = reports.get(phone) ?? { clock: phone, by: row.by, points: [], crossings: 0, last: '' }
    if (row.at > report.last) report.last = row.at
    if (row.kind !== 'clock' && !report.points.includes(row.point)) report.points.push(row.point)
    if (row.kind === 'crossing') report.crossings += 1
    reports.set(phone, report)
  }
  return [...reports.values()].sort((a, b) => (a.last < b.last ? -1 : 1))
}

/** The phone of a clock: it has one clock after the other (contract/results/recording). */
export function phoneOf(clock: string): string {
  return clock.split('_')[0] ?? clock
}
