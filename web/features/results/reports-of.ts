import { FILE, phoneOf } from '../../../contract/results/recording.ts'
import type { Recorded } from '../../store/rows/recordings.ts'

type Row = Recorded['recordings'][number]

/** What the server has of one phone that records. */
export interface Report {
  phone: string
  by: string
  /** The points where it recorded. */
  points: string[]
  /** When its last recording was, ISO 8601. All before it are here too: a phone sends them in their order. */
  last: string
}

/**
 * The phones that recorded, that one first from which nothing came for longest. What this phone has not sent is counted
 * apart.
 */
export function reportsOf(recordings: readonly Row[]): { reports: Report[]; unsent: number } {
  let unsent = 0
  const reports = new Map<string, Report>()
  // Those of a clock come one after the other.
  let before = ''
  let report: Report | undefined
  for (const { clock, pending, by, at, kind, point } of recordings) {
    if (pending !== null) unsent += 1
    if (clock === '' || pending !== null) continue
    if (clock !== before) {
      const phone = phoneOf(clock)
      report = phone === FILE ? undefined : (reports.get(phone) ?? { phone, by, points: [], last: '' })
      if (report) reports.set(phone, report)
      before = clock
    }
    if (!report) continue
    if (at > report.last) report.last = at
    if (kind !== 'clock' && !report.points.includes(point)) report.points.push(point)
  }
  return { reports: [...reports.values()].sort((a, b) => (a.last < b.last ? -1 : 1)), unsent }
}
