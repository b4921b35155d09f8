import { type SQL, sql } from 'drizzle-orm'
import { MAX_LISTED_ENTRIES, MAX_LISTED_RECORDINGS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { type ResultEntry, splitsOf } from '../../contract/results/recording.ts'
import { type RecordedRow, type RuledRow, resultInput } from '../../contract/results/result-rows.ts'
import { resultsOf } from '../../contract/results/results.ts'
import { allRows, literal, rowsOf, runBatch } from '../db/client.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { assertMayRead, readerOf } from '../pull/read-budget.ts'
import { objectOf, SYNC_FIELDS } from '../pull/wire.ts'

/** Rows in one cell. A ruling has at most some 2,000 bytes, and D1's limit for a string is 2 MB. */
const ROWS_A_CELL = 500

export const RECORDING = objectOf(SYNC_FIELDS.recordings, ['marathonId', 'by', 'ver'])
export const RULING = objectOf(SYNC_FIELDS.rulings, ['marathonId', 'by'])
/** SQL: was `application a` checked in? */
export const IS_HERE = sql`EXISTS (SELECT 1 FROM recording h WHERE h.application_id = a.id AND h.confirmed AND h.voided_at IS NULL)`
const ENTRY = sql`json_object('id', a.id, 'bib', coalesce(a.bib_key, ''), 'isHere', json(iif(${IS_HERE}, 'true', 'false')))`

/**
 * The rows of a list of results, as SQL. What is unconfirmed or taken back is none of it: who has lost the role, or
 * recorded too much, keeps nobody from the list.
 */
export const listed = (marathonId: string) => ({
  recordings: sql`recording c WHERE c.marathon_id = ${marathonId} AND c.kind <> 'check-in' AND c.confirmed
    AND c.voided_at IS NULL`,
  rulings: sql`ruling q WHERE q.marathon_id = ${marathonId}`,
  entries: sql`application a WHERE a.marathon_id = ${marathonId} AND a.status = 'registered'`,
})

/**
 * The list of results of a marathon and the rows that it follows from, as the parts of one JSON text, which are never
 * joined: a worker has 128 MB.
 * @throws Problem RATE_LIMITED; NOT_FOUND for an unknown marathon; FORBIDDEN if the account does not see recordings;
 *   TOO_LARGE for more rows than a worker can hold
 */
export async function resultsOfMarathon(
  d1: D1Database,
  marathonId: string,
  uid: string,
  isLimited: boolean,
): Promise<{ parts: string[]; bytes: number }> {
  const splits = await splitsFor(d1, marathonId, uid, isLimited)
  const { recordings, rulings, entries } = listed(marathonId)
  const found = await runBatch(d1, [
    cells(RECORDING, sql`c.seq`, recordings),
    cells(RULING, sql`q.seq`, rulings),
    cells(ENTRY, sql`a.seq`, entries),
  ])
  const [ofRecordings, ofRulings, ofEntries] = found.map((one) => rowsOf<{ json: string }>(one).map(({ json }) => json))
  const list = resultsOf(
    resultInput({
      splits,
      recordings: parsed<RecordedRow>(ofRecordings),
      rulings: parsed<RuledRow>(ofRulings),
      entries: parsed<ResultEntry>(ofEntries),
    }),
  )
  const parts = [
    `{"rows":{"splits":${JSON.stringify(splits)},"recordings":[`,
    ...joined(ofRecordings),
    '],"rulings":[',
    ...joined(ofRulings),
    '],"entries":[',
    ...joined(ofEntries),
    ']},"list":',
    JSON.stringify(list),
    '}',
  ]
  return { parts, bytes: parts.reduce((sum, { length }) => sum + length, 0) }
}

/** SQL: has a list more rows than a worker can hold? */
export function isTooLarge(marathonId: string): SQL {
  const { recordings, entries } = listed(marathonId)
  const isMore = (rows: SQL, than: number) => sql`EXISTS (SELECT 1 FROM ${rows} LIMIT 1 OFFSET ${literal(than)})`
  return sql`${isMore(recordings, MAX_LISTED_RECORDINGS)} OR ${isMore(entries, MAX_LISTED_ENTRIES)}`
}

/** The splits of a marathon whose list the account may have, and a worker can make. */
async function splitsFor(d1: D1Database, marathonId: string, uid: string, isLimited: boolean): Promise<string[]> {
  const [found] = await allRows<{ splits: string; maySee: 0 | 1; readUntil: number | null; isTooLarge: 0 | 1 }>(
    d1,
    sql`SELECT m.splits, EXISTS (SELECT 1 FROM staff s WHERE s.marathon_id = m.id AND s.uid = ${uid} AND s.removed_at IS NULL
          AND s.role IN ${sql.raw(rolesSql('time'))}) AS maySee,
        (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(uid)}) AS readUntil,
        ${isTooLarge(marathonId)} AS isTooLarge
      FROM marathon m WHERE m.id = ${marathonId}`,
  )
  if (!found) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (!found.maySee) throw new Problem('FORBIDDEN', 'Owner, organisers and timers alone see this.')
  if (isLimited) assertMayRead(uid, found.readUntil, Date.now())
  if (!found.isTooLarge) return splitsOf(found)
  const most = `${MAX_LISTED_RECORDINGS} recordings or ${MAX_LISTED_ENTRIES} entries`
  throw new Problem('TOO_LARGE', `There are more than ${most}. A phone makes this list.`)
}

/** SQL for the rows, joined by commas, some hundreds in a cell; of too many (`isTooLarge`) no more than a worker holds. */
export function cells(json: SQL, order: SQL, rows: SQL): SQL {
  return sql`SELECT group_concat(json, ',') AS json
    FROM (SELECT ${json} AS json, row_number() OVER (ORDER BY ${order}) AS n FROM ${rows} ORDER BY n
      LIMIT ${literal(MAX_LISTED_ENTRIES)})
    GROUP BY (n - 1) / ${literal(ROWS_A_CELL)} ORDER BY n`
}

export function parsed<T>(texts: readonly string[] = []): T[] {
  return texts.flatMap((text) => JSON.parse(`[${text}]`) as T[])
}

function joined(texts: readonly string[] = []): string[] {
  return texts.map((text, index) => (index === 0 ? text : `,${text}`))
}
