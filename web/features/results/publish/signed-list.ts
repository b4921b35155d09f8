import { digestOf, isPublic, publishedEntriesOf, publishedRows } from '../../../../contract/results/public-list.ts'
import type { Race } from '../../../marathon/race/use-race.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import type { StaffView } from '../../../store/rows/staff.ts'
import { reportsOf } from '../reports-of.ts'
import { isShown } from '../shown-rows.ts'

/** What the parts about publishing know. */
export interface PublishedProps {
  race: Race
  staff: readonly StaffView[]
  marathon: MarathonView
}

/** The list of this phone as it would be signed: its digest, and how many rows everybody would read. */
export function signedList({ results, entrants }: Race, marathon: MarathonView): { digest: string; rows: number } {
  const rows = publishedRows(results, [...entrants.values()].map(publishedEntriesOf(marathon)))
  return { digest: digestOf(rows), rows: rows.filter(isPublic).length }
}

/** What is still open before results are signed. */
export interface OpenPoints {
  doubts: number
  out: number
  /** The names of timers from whose phones nothing came. */
  silent: string[]
  /** What the server does not have of this race: it would sign another list. */
  unsent: number
}

/** What is open of a race. */
export function openPoints(race: Race, staff: readonly StaffView[]): OpenPoints {
  const { results, recorded, entrants } = race
  const { reports, unsent } = reportsOf(recorded.recordings)
  const heard = new Set(reports.map(({ by }) => by))
  const queued = [...recorded.rulings, ...entrants.values()].filter(({ pending }) => pending !== null)
  return {
    doubts: results.doubts.length,
    out: results.rows.filter((row) => isShown(row, 'out')).length,
    silent: staff.filter(({ role, name }) => role === 'timer' && !heard.has(name)).map(({ name }) => name),
    unsent: unsent + queued.length,
  }
}
