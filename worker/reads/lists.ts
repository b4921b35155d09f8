import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../contract/invalid.ts'
import { LIST_PAGE_ROWS, PUBLIC_FEW, PUBLIC_LIST_ROWS, PUBLIC_OF_ACCOUNT } from '../../contract/limits.ts'
import { allRows, literal, statement } from '../db/client.ts'
import { MAX_TERMS, ROWS_A_CELL } from '../db/d1-limits.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { jsonOf, MAX_PAGE_BYTES, sizeOf } from '../pull/wire.ts'

/** The newest marathons that are not cancelled, with their public fields only, as a JSON array. */
export async function newestPublic(d1: D1Database): Promise<string> {
  const isListed = (row: string) => sql`${sql.raw(row)}.cancelled IS NULL AND ${sql.raw(row)}.hidden_at IS NULL`
  return publicList(d1, jsonOf.publicMarathon, isListed, 'created_at', 'DESC')
}

/**
 * The marathons that start after `now` and are not cancelled, the soonest first, with their public fields and the
 * description, as a JSON array.
 * @param now ms since the epoch
 */
export async function upcomingPublic(d1: D1Database, now: number): Promise<string> {
  const isListed = (row: string) => sql`${isUpcoming(row, now)} AND ${sql.raw(row)}.cancelled IS NULL`
  return publicList(d1, jsonOf.upcomingMarathon, isListed, 'start_date', 'ASC')
}

/**
 * The same for what machines list: also the cancelled ones, and those alone whose organiser has a verified address, each
 * as on its public page.
 */
export async function listedUpcoming(d1: D1Database, now: number): Promise<string> {
  const isListed = (row: string) => sql`${isUpcoming(row, now)}
    AND EXISTS (SELECT 1 FROM account v WHERE v.uid = ${sql.raw(row)}.owner_uid AND v.email_verified)`
  return publicList(d1, jsonOf.publicPage, isListed, 'start_date', 'ASC')
}

/** SQL: does the marathon of this alias start after `now`, and may everybody see it? */
function isUpcoming(row: string, now: number): SQL {
  return sql`${sql.raw(row)}.start_date > ${new Date(now).toISOString()} AND ${sql.raw(row)}.hidden_at IS NULL`
}

/**
 * The first marathons by a column, as a JSON array. An account has its first PUBLIC_OF_ACCOUNT in it, so that nobody owns
 * the list. Each row asks the index of its account whether it is one of those.
 * @param json SQL for one row as JSON text
 * @param isListed SQL: may the row of this alias be in the list?
 */
async function publicList(
  d1: D1Database,
  json: SQL,
  isListed: (row: string) => SQL,
  column: 'created_at' | 'start_date',
  direction: 'ASC' | 'DESC',
): Promise<string> {
  const order = sql.raw(`${column} ${direction}, id ${direction}`)
  const comesBefore = sql.raw(`(o.${column}, o.id) ${direction === 'ASC' ? '<' : '>'} (m.${column}, m.id)`)
  const ofAccount = sql`(SELECT count(*) FROM (SELECT 1 FROM marathon o WHERE o.owner_uid = m.owner_uid
    AND ${comesBefore} AND ${isListed('o')} LIMIT ${literal(PUBLIC_OF_ACCOUNT)}))`
  const cells = await allRows<{ json: string }>(
    d1,
    sql`WITH fair AS (SELECT id FROM marathon m WHERE ${isListed('m')} AND ${ofAccount} < ${literal(PUBLIC_OF_ACCOUNT)}
        ORDER BY ${order} LIMIT ${literal(PUBLIC_LIST_ROWS)}),
      few AS (SELECT id FROM marathon m WHERE ${isListed('m')} ORDER BY ${order} LIMIT ${literal(PUBLIC_FEW)}),
      listed AS (SELECT id FROM fair UNION SELECT id FROM few WHERE (SELECT count(*) FROM fair) < ${literal(PUBLIC_FEW)})
    SELECT group_concat(json, ',') AS json FROM (SELECT ${json} AS json, row_number() OVER (ORDER BY ${order}) AS n
      FROM marathon m WHERE id IN (SELECT id FROM listed) ORDER BY n)
    GROUP BY (n - 1) / ${literal(ROWS_A_CELL)} ORDER BY n`,
  )
  return `[${cells.map((cell) => cell.json).join(',')}]`
}

/** Which page of GET /marathons is asked for. */
export interface MarathonQuery {
  /** The account that asks. */
  readerUid: string
  sort: 'asc' | 'desc'
  /** Only this account's marathons. */
  ownerUid?: string | undefined
  limit: number
  /** `<createdAt>_<id>` of the last row of the page before. */
  cursor?: string | undefined
}

/**
 * A page of marathons in order of creation, as a JSON array.
 * @returns the page as `json`; `next` is the cursor of the next page, or null after the last page
 * @throws Problem INVALID for a cursor that is not one of this list
 */
export async function listMarathons(d1: D1Database, query: MarathonQuery) {
  const limit = Math.min(query.limit, LIST_PAGE_ROWS)
  const conditions: SQL[] = [isShown(query.readerUid)]
  if (query.ownerUid !== undefined) conditions.push(sql`owner_uid = ${query.ownerUid}`)
  if (query.cursor !== undefined) {
    const [createdAt, id] = splitCursor(query.cursor)
    conditions.push(sql`(created_at, id) ${sql.raw(query.sort === 'asc' ? '>' : '<')} (${createdAt}, ${id})`)
  }
  const where = sql`WHERE ${sql.join(conditions, sql` AND `)}`
  const direction = sql.raw(query.sort === 'asc' ? 'ASC' : 'DESC')
  const rows = sql`FROM marathon m ${where} ORDER BY created_at ${direction}, id ${direction}`
  return jsonList(d1, rows, jsonOf.marathon, limit)
}

/** SQL: may the account see `marathon m`? One that the operator hid is there for its staff and its runners alone. */
function isShown(uid: string): SQL {
  return sql`(m.hidden_at IS NULL
    OR EXISTS (SELECT 1 FROM staff s WHERE s.marathon_id = m.id AND s.uid = ${uid} AND s.removed_at IS NULL)
    OR EXISTS (SELECT 1 FROM application a WHERE a.marathon_id = m.id AND a.owner_uid = ${uid}))`
}

/** One marathon as JSON, and its version. Null for an id that no marathon has, or none that the account may see. */
export async function oneMarathon(
  d1: D1Database,
  id: string,
  readerUid: string,
): Promise<{ json: string; ver: number } | null> {
  const rows = await allRows<{ json: string; ver: number }>(
    d1,
    sql`SELECT ${jsonOf.marathon} AS json, m.ver AS ver FROM marathon m WHERE m.id = ${id} AND ${isShown(readerUid)}`,
  )
  return rows[0] ?? null
}

/**
 * A page of the account's own applications, the newest first, as a JSON array.
 * @returns as `listMarathons`
 * @throws Problem INVALID for a cursor that is not one of this list
 */
export async function ownApplications(d1: D1Database, uid: string, limit: number, cursor?: string) {
  const page = applicationsSql({ ownerUid: uid }, 'desc', limit, cursor)
  const { rows, next } = toApplicationsPage(await allRows<{ json: string; total: number }>(d1, page), limit)
  return { json: `[${rows.join(',')}]`, next }
}

/**
 * SQL for applications in the order of their creation: those of an account, or the entrants of a marathon that it
 * organises. There is one more than the page has, or the last one takes the page above MAX_PAGE_BYTES
 * (`toApplicationsPage`).
 *
 * Each step reads the next row alone, by the index, so that D1 never reads more text than it sends.
 * @param cursor of the row before the first one: `<createdAt>_<id>`
 * @throws Problem INVALID for a cursor that is not one of this list
 */
export function applicationsSql(
  of: { ownerUid: string } | { marathonId: string; readerUid: string },
  sort: 'asc' | 'desc',
  limit: number,
  cursor?: string,
): SQL {
  const [createdAt, id] = cursor === undefined ? [sort === 'asc' ? '' : '~', ''] : splitCursor(cursor)
  const [after, direction] = sort === 'asc' ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`]
  const isOf = 'ownerUid' in of ? sql`b.owner_uid = ${of.ownerUid}` : sql`b.marathon_id = ${of.marathonId}`
  const isSeen = 'ownerUid' in of ? sql`` : sql`AND ${mayOrganise(sql`${of.marathonId}`, of.readerUid)}`
  return sql`WITH RECURSIVE page(n, at, id, total, json) AS (
      SELECT 0, ${createdAt}, ${id}, 0, NULL
      UNION ALL SELECT p.n + 1, a.created_at, a.id, p.total + ${sizeOf.application}, ${jsonOf.application}
        FROM page p CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE ${isOf} AND (b.created_at, b.id) ${after} (p.at, p.id)
          ORDER BY b.created_at ${direction}, b.id ${direction} LIMIT 1)
        WHERE p.n <= ${literal(limit)} AND p.total <= ${literal(MAX_PAGE_BYTES)} ${isSeen})
    SELECT json, total FROM page WHERE n > 0`
}

/** SQL: may the account organise the marathon? */
export function mayOrganise(marathonId: SQL, uid: string): SQL {
  return sql`EXISTS (SELECT 1 FROM staff
    WHERE marathon_id = ${marathonId} AND uid = ${uid} AND role IN ${sql.raw(rolesSql('organise'))} AND removed_at IS NULL)`
}

/** @param found the rows of `applicationsSql` @returns the page, and its cursor; null after the last page */
export function toApplicationsPage(found: { json: string; total: number }[], limit: number) {
  const rows = found.slice(0, limit).map(({ json }) => json)
  const last = rows.at(-1)
  const bytes = found.at(-1)?.total ?? 0
  if (last === undefined || (found.length <= limit && bytes <= MAX_PAGE_BYTES)) return { rows, bytes, next: null }
  const { createdAt, _id } = JSON.parse(last) as { createdAt: string; _id: string }
  return { rows, bytes, next: `${createdAt}_${_id}` }
}

/**
 * The first `limit` rows as a JSON array, and the cursor of the next page.
 *
 * Each SELECT packs up to 50 rows into one cell: D1 returns few cells faster than many, and no cell reaches D1's limit
 * of 2 MB. One more SELECT, the edge, reads the last row of the page and the row after it. An example of the result
 * rows, for `limit` = 80 and more than 80 rows:
 *
 *     part  json
 *     0     {"_id":"m-1",…},{"_id":"m-2",…},…                               (50 rows)
 *     50    {"_id":"m-51",…},{"_id":"m-52",…},…                             (30 rows)
 *     80    2027-01-05T08:00:00.000Z_m-80 2027-01-04T08:00:00.000Z_m-81     (the edge)
 *
 * - `part` is the number of the first row in the cell. The edge has `limit` there, which no other row has.
 * - `json` is JSON objects joined by commas; null where the list has no rows from this part on, and '' where the parts
 *   before it are MAX_PAGE_BYTES long, so that the page ends before it. The edge has two
 *   cursors with a space between them: of the last row of the page, and of the first row of the next page.
 * @param rows the FROM clause, with WHERE and ORDER BY
 * @param rowJson SQL for one row as JSON text
 */
async function jsonList(d1: D1Database, rows: SQL, rowJson: SQL, limit: number) {
  const parts: SQL[] = []
  for (let from = 0; from < limit; from += ROWS_A_CELL) {
    const size = Math.min(ROWS_A_CELL, limit - from)
    const cell = sql`SELECT ${literal(from)} AS part, group_concat(json, ',') AS json
      FROM (SELECT ${rowJson} AS json ${rows} LIMIT ${literal(size)} OFFSET ${literal(from)})`
    // The first two are never too long. To sum up the rows before each of the others costs a little.
    const before = sql`SELECT sum(bytes) FROM (SELECT ${sizeOf.marathon} AS bytes ${rows} LIMIT ${literal(from)})`
    parts.push(
      from < 2 * ROWS_A_CELL
        ? cell
        : sql`SELECT ${literal(from)} AS part, CASE WHEN (${before}) > ${literal(MAX_PAGE_BYTES)} THEN ''
            ELSE (SELECT json FROM (${cell})) END AS json`,
    )
  }
  const edge = sql`SELECT ${literal(limit)} AS part, group_concat(cursor, ' ') AS json
    FROM (SELECT created_at || '_' || id AS cursor ${rows} LIMIT 2 OFFSET ${literal(limit - 1)})`
  const terms = [...parts, edge]
  const queries: D1PreparedStatement[] = []
  for (let from = 0; from < terms.length; from += MAX_TERMS) {
    queries.push(statement(d1, sql.join(terms.slice(from, from + MAX_TERMS), sql` UNION ALL `)))
  }
  const results = await d1.batch<{ part: number; json: string | null }>(queries)
  const packedRows = results.flatMap((result) => result.results)
  const filled = packedRows.filter(({ part, json: cell }) => part < limit && cell !== null && cell !== '')
  const json = `[${filled.map((packedRow) => packedRow.json).join(',')}]`
  if (packedRows.some((packedRow) => packedRow.json === '')) {
    const last = (JSON.parse(`[${filled.at(-1)?.json}]`) as { createdAt: string; _id: string }[]).at(-1)
    return { json, next: `${last?.createdAt}_${last?._id}` }
  }
  const [lastOfPage, firstOfNext] = packedRows.find((packedRow) => packedRow.part === limit)?.json?.split(' ') ?? []
  return { json, next: firstOfNext ? (lastOfPage ?? null) : null }
}

/** Reads a cursor `<createdAt>_<id>`. @throws Problem INVALID if it is not one */
function splitCursor(cursor: string): [createdAt: string, id: string] {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z0-9_-]{8,64})$/.exec(cursor)
  if (!match?.[1] || !match[2]) {
    throw invalid({ cursor: { code: 'NOT_VALID', values: { expected: 'a cursor of this list' } } })
  }
  return [match[1], match[2]]
}
