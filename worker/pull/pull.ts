import { MAX_PULL_PAGE_ROWS, MIN_PULL_PAGE_ROWS, PULL_PAGE_ROWS } from '../../contract/limits.ts'
import type { ColumnKind } from '../../contract/sync.ts'
import { rowsOf } from '../db/client.ts'
import { ROWS_A_CELL } from '../db/d1-limits.ts'
import { type ClockRow, type PackedRows, parseCursor, pullSources } from './pull-sources.ts'
import { SYNC_FIELDS } from './wire.ts'

/** One page of the rows that changed since a cursor. */
export interface PullPage {
  cursor: string
  more: boolean
  reset: boolean
  epoch: string
  /** The clock's seq in the state of the database that this page was read from. */
  seq: number
  /** What the rows take, about. */
  bytes: number
  /** Until when the account's reads are paid off (worker/pull/read-budget). */
  readUntil: number
  /** The rows by column, of the kinds that have some: for each field, by its name, JSON of its column. */
  columns: Partial<Record<ColumnKind, Map<string, string>>>
  /** A JSON array. */
  notices: string
  /** A JSON array. */
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
 * - A pull from nothing also reads rows older than the low-water mark, over several pages: it would start over for ever.
 *   Until its last page its cursors are `<epoch>-<B>.<S>`, where B is the seq of the clock when the pull began. Such a
 *   phone received no row that was deleted up to B, so it needs no tombstone up to B: the mark is compared with B while S
 *   is below B.
 * @param cursor the phone's cursor; null for a pull from nothing
 * @param pageRows the most rows that the phone wants in the page; it gets at least 20. PULL_PAGE_ROWS if undefined
 * @param now the server's time, ms since the epoch
 * @param isLimited whether an account that has read too much gets no rows
 */
export function pullStatements(
  d1: D1Database,
  uid: string,
  cursor: string | null,
  pageRows: number | undefined,
  now: number,
  isLimited = true,
) {
  const rows = Math.min(pageRows ?? PULL_PAGE_ROWS, MAX_PULL_PAGE_ROWS)
  const wholeCells = rows - (rows % ROWS_A_CELL)
  return {
    statements: pullSources(d1, uid, cursor, wholeCells || MIN_PULL_PAGE_ROWS, now, isLimited),
    toPage: (results: D1Result[]) => toPage(cursor, results),
  }
}

/** @param results of the two statements of `pullSources`, in their order */
function toPage(cursor: string | null, results: D1Result[]): PullPage {
  const [clock] = rowsOf<ClockRow>(results[0])
  if (!clock) throw new Error('the clock row is missing')
  const packedRows = rowsOf<PackedRows>(results[1])
  // What is past the page only tells that more follows.
  const kept = packedRows.filter(({ kind }) => kind !== 'past')
  const more = kept.length < packedRows.length
  const lastSeq = kept.reduce((max, { last }) => Math.max(max, last), 0)
  const began = cursor === null || clock.reset === 1 ? clock.seq : parseCursor(cursor).began
  const history = more && began > 0 ? `${clock.epoch}-${began}` : clock.epoch
  const cellsOf = (kind: PackedRows['kind']) => kept.flatMap((row) => (row.kind === kind ? (row.json ?? []) : []))
  const columns: PullPage['columns'] = {}
  const addColumns = (kind: ColumnKind, cells: string[]) => {
    const names = SYNC_FIELDS[kind].map(({ name }) => name)
    if (cells.length > 0) columns[kind] = joinLists(names, cells)
  }
  addColumns('marathons', cellsOf('marathon'))
  addColumns('applications', cellsOf('application'))
  addColumns('entrants', cellsOf('entrant'))
  addColumns('checkIns', cellsOf('checkIn'))
  addColumns('recordings', cellsOf('recording'))
  addColumns('rulings', cellsOf('ruling'))
  addColumns('staff', cellsOf('staff'))
  addColumns('ownResults', cellsOf('ownResult'))
  return {
    cursor: `${history}.${more ? lastSeq : clock.seq}`,
    more,
    reset: cursor !== null && clock.reset === 1,
    epoch: clock.epoch,
    seq: clock.seq,
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
    readUntil: clock.readUntil,
    columns,
    notices: `[${cellsOf('notice').join(',')}]`,
    deleted: `[${cellsOf('deleted').join(',')}]`,
  }
}

/**
 * Joins the lists of several cells (`listsOf`), field by field.
 * @param names of the fields, in the order of the lists
 * @returns for each name JSON of its column: the list of all values, or one value that all rows have
 */
function joinLists(names: string[], cells: string[]): Map<string, string> {
  const parts = cells.map((cell) => cell.split('\n'))
  const listAt = (index: number) => `[${parts.map((lists) => lists[index]?.slice(1, -1)).join(',')}]`
  const rows = (JSON.parse(listAt(names.indexOf('_id'))) as string[]).length
  return new Map(
    names.map((name, index) => {
      const list = listAt(index)
      const only = name === '_id' ? null : theOnlyValue(list, rows, parts[0]?.[index] ?? '[]')
      return [name, only ?? list]
    }),
  )
}

/**
 * The value that all rows have, as JSON; null if they differ. Mostly the rows of the first cell differ already, and no
 * others are parsed.
 * @param list JSON of the values of all rows, and how many they are
 * @param ofFirst JSON of those of the first cell
 */
function theOnlyValue(list: string, rows: number, ofFirst: string): string | null {
  const [first, ...others] = JSON.parse(ofFirst) as unknown[]
  if (others.some((other) => other !== first)) return null
  const value = JSON.stringify(first)
  return list === `[${Array(rows).fill(value).join(',')}]` ? value : null
}

/** The page's rows as the text of a JSON object without its braces. */
export function pageText({ columns, notices, deleted }: Pick<PullPage, 'columns' | 'notices' | 'deleted'>): string {
  const kinds = Object.entries(columns).map(([kind, lists]) => {
    const fields = Array.from(lists, ([name, json]) => `"${name}":${json}`)
    return `"${kind}":{${fields.join(',')}}`
  })
  return `"columns":{${kinds.join(',')}},"notices":${notices},"deleted":${deleted}`
}
