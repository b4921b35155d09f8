import { PULL_PAGE_ROWS } from '../../contract/limits.ts'
import { rowsOf } from '../db/client.ts'
import { ROWS_A_CELL } from '../db/d1-limits.ts'
import { type ClockRow, type PackedRows, parseCursor, pullSources } from './pull-sources.ts'

/**
 * One page of the rows that changed since a cursor. The lists are JSON arrays as text, which go into the response as
 * they are.
 */
export interface PullPage {
  cursor: string
  more: boolean
  reset: boolean
  epoch: string
  /** The clock's seq in the state of the database that this page was read from. */
  seq: number
  marathons: string
  applications: string
  checkIns: string
  notices: string
  deleted: string
}

/**
 * The statements of a pull, for the end of a batch, and `toPage`, which packs their results into a page.
 *
 * A cursor `<epoch>.<S>` promises that its holder has every row visible to it with seq <= S (INV-6). Therefore:
 * - The statement merges all sources by seq before it cuts the page. The cursor of a cut page is the seq of its last
 *   row.
 * - A page is never cut between rows of the same seq: `pullSources` gives them the same part.
 * - Each source returns a row at most once. A source that returned duplicates would reach its LIMIT with fewer
 *   different rows, and the page would miss rows below its cursor.
 * - A marathon that leaves the 30-day window still reaches the accounts that have it: `shown_until` never decreases.
 * - A cursor of another epoch, ahead of the clock or below the low-water mark starts over (`reset`).
 * - A pull from nothing also reads rows older than the low-water mark, over several pages. Until its last page its
 *   cursors are `<epoch>-<B>.<S>`, where B is the seq of the clock when the pull began. Such a phone received no row
 *   that was deleted up to B, so it needs no tombstone up to B: the mark is compared with B while S is below B.
 * @param cursor the phone's cursor; null for a pull from nothing
 * @param now the server's time, ms since the epoch
 */
export function pullStatements(d1: D1Database, uid: string, cursor: string | null, now: number) {
  return {
    statements: pullSources(d1, uid, cursor, now),
    toPage: (results: D1Result[]) => toPage(cursor, results),
  }
}

/** @param results of the two statements of `pullSources`, in their order */
function toPage(cursor: string | null, results: D1Result[]): PullPage {
  const [clock] = rowsOf<ClockRow>(results[0])
  if (!clock) throw new Error('the clock row is missing')
  const packedRows = rowsOf<PackedRows>(results[1])
  // The rows past the page are in later parts. They only tell that more follow.
  const kept = packedRows.filter(({ part }) => part < PULL_PAGE_ROWS / ROWS_A_CELL)
  const more = kept.length < packedRows.length
  const lastSeq = kept.reduce((max, { last }) => Math.max(max, last), 0)
  const began = cursor === null || clock.reset === 1 ? clock.seq : parseCursor(cursor).began
  const history = more && began > 0 ? `${clock.epoch}-${began}` : clock.epoch
  const list = (kind: PackedRows['kind']) => {
    const cells = kept.filter((row) => row.kind === kind).map(({ json }) => json)
    return `[${cells.join(',')}]`
  }
  return {
    cursor: `${history}.${more ? lastSeq : clock.seq}`,
    more,
    reset: cursor !== null && clock.reset === 1,
    epoch: clock.epoch,
    seq: clock.seq,
    marathons: list('m'),
    applications: list('a'),
    checkIns: list('c'),
    notices: list('n'),
    deleted: list('d'),
  }
}
