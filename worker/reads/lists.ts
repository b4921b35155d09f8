import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../contract/invalid.ts'
import { PUBLIC_FEW, PUBLIC_LIST_ROWS, PUBLIC_OF_ACCOUNT } from '../../contract/limits.ts'
import { allRows, literal } from '../db/client.ts'
import { ROWS_A_CELL } from '../db/d1-limits.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { assertMayRead, readerOf } from '../pull/read-budget.ts'
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
  /** Is an account that has read too much refused? */
  isLimited: boolean
}

/**
 * A page of marathons in order of creation, as a JSON array.
 * @returns the page as `json`, and its `bytes`; `next` is the cursor of the next page, or null after the last page
 * @throws Problem RATE_LIMITED; INVALID for a cursor that is not one of this list
 */
export async function listMarathons(d1: D1Database, query: MarathonQuery) {
  const { readerUid, ownerUid, sort, limit, cursor, isLimited } = query
  const isOf =
    ownerUid === undefined
      ? isShown(sql`b`, readerUid)
      : sql`b.owner_uid = ${ownerUid} AND ${isShown(sql`b`, readerUid)}`
  return jsonPage(d1, readerUid, walk('marathon', isOf, sort, limit, cursor), isLimited)
}

/** SQL: may the account see the marathon of this alias? A hidden one is there for its staff and its runners. */
function isShown(marathon: SQL, uid: string): SQL {
  return sql`(${marathon}.hidden_at IS NULL
    OR EXISTS (SELECT 1 FROM staff s WHERE s.marathon_id = ${marathon}.id AND s.uid = ${uid} AND s.removed_at IS NULL)
    OR EXISTS (SELECT 1 FROM application o WHERE o.marathon_id = ${marathon}.id AND o.owner_uid = ${uid}))`
}

/**
 * One marathon as JSON, its version, and its bytes. Null for an id that no marathon has, or for a hidden one.
 * @param isLimited is an account that has read too much refused?
 * @throws Problem RATE_LIMITED
 */
export async function oneMarathon(
  d1: D1Database,
  id: string,
  readerUid: string,
  isLimited: boolean,
): Promise<{ json: string; ver: number; bytes: number } | null> {
  const [found] = await allRows<{ json: string; ver: number; bytes: number; readUntil: number | null }>(
    d1,
    sql`SELECT ${jsonOf.marathon} AS json, m.ver AS ver, ${sizeOf.marathon} AS bytes,
        (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(readerUid)}) AS readUntil
      FROM marathon m WHERE m.id = ${id} AND ${isShown(sql`m`, readerUid)}`,
  )
  if (!found) return null
  const { readUntil, ...one } = found
  if (isLimited) assertMayRead(readerUid, readUntil, Date.now())
  return one
}

/**
 * A page of the account's own applications, the newest first, as a JSON array.
 * @returns as `listMarathons`
 * @throws Problem RATE_LIMITED; INVALID for a cursor that is not one of this list
 */
export async function ownApplications(
  d1: D1Database,
  uid: string,
  { limit, cursor, isLimited }: Pick<MarathonQuery, 'limit' | 'cursor' | 'isLimited'>,
) {
  return jsonPage(d1, uid, walk('application', sql`b.owner_uid = ${uid}`, 'desc', limit, cursor), isLimited)
}

/**
 * A page for an account that has not read too much. D1 returns few cells faster than many rows. A cell has half a
 * megabyte of texts, which take at most twice as much as JSON: D1's limit is 2 MB.
 */
async function jsonPage(d1: D1Database, uid: string, page: Walk, isLimited: boolean) {
  const cells = await allRows<Cell>(
    d1,
    sql`${page.rows} SELECT c.json, c.bytes, c.at || '_' || c.id AS last, ${page.hasMore(sql`c.at`, sql`c.id`)} AS more,
        (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(uid)}) AS readUntil
      FROM (SELECT group_concat(json, ',') AS json, max(total) AS bytes, at, id FROM page WHERE n > 0
        GROUP BY (total - 1) / 500000) c ORDER BY c.bytes`,
  )
  const end = cells.at(-1)
  if (!end) return { json: '[]', bytes: 0, next: null }
  if (isLimited) assertMayRead(uid, end.readUntil, Date.now())
  const json = `[${cells.map((cell) => cell.json).join(',')}]`
  return { json, bytes: end.bytes, next: end.more ? end.last : null }
}

/** Rows of a page as JSON objects with commas between them. SQLite takes `at` and `id` from the row of the maximum. */
interface Cell {
  json: string
  /** Of the page up to the end of this cell. */
  bytes: number
  /** The cursor of its last row. */
  last: string
  more: 0 | 1
  readUntil: number | null
}

/**
 * SQL for the entrants of a marathon, as a page of `toPage`; none for who does not organise it.
 * @throws Problem INVALID for a cursor that is not one of this list
 */
export function entrantsSql(marathonId: string, readerUid: string, limit: number, cursor?: string): SQL {
  const isOf = sql`b.marathon_id = ${marathonId} AND ${mayOrganise(sql`${marathonId}`, readerUid)}`
  const { rows } = walk('application', isOf, 'asc', limit + 1, cursor)
  return sql`${rows} SELECT json, total FROM page WHERE n > 0`
}

/** A row of `entrantsSql`: its JSON, and the bytes of the page up to it. */
export interface Listed {
  json: string
  total: number
}

/** The alias of a table in `jsonOf` and `sizeOf`. */
const ALIAS = { application: sql`a`, marathon: sql`m` }

/** A walk over the rows of a list, as SQL. */
interface Walk {
  /** `WITH … page(n, at, id, total, json)`: the rows from n = 1 on, each with the bytes up to it. */
  rows: SQL
  /** Does a row follow the one that was made then and has this id? */
  hasMore: (at: SQL, id: SQL) => SQL
}

/**
 * Walks over rows in the order of their creation, until there are enough, or MAX_PAGE_BYTES are reached.
 *
 * Each step reads the next row alone, by the index, so that D1 never reads more text than it sends.
 * @param isOf SQL: is `b` a row of the list?
 * @param cursor of the row before the first one: `<createdAt>_<id>`
 * @throws Problem INVALID for a cursor that is not one of this list
 */
function walk(
  name: 'application' | 'marathon',
  isOf: SQL,
  sort: 'asc' | 'desc',
  limit: number,
  cursor: string | undefined,
): Walk {
  const [createdAt, id] = cursor === undefined ? [sort === 'asc' ? '' : '~', ''] : splitCursor(cursor)
  const [after, direction] = sort === 'asc' ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`]
  const [table, row] = [sql.raw(name), ALIAS[name]]
  const next = (at: SQL, id: SQL) => sql`SELECT b.rowid FROM ${table} b
    WHERE ${isOf} AND (b.created_at, b.id) ${after} (${at}, ${id})
    ORDER BY b.created_at ${direction}, b.id ${direction} LIMIT 1`
  const rows = sql`WITH RECURSIVE page(n, at, id, total, json) AS (
      SELECT 0, ${createdAt}, ${id}, 0, NULL
      UNION ALL SELECT p.n + 1, ${row}.created_at, ${row}.id, p.total + ${sizeOf[name]}, ${jsonOf[name]}
        FROM page p CROSS JOIN ${table} ${row} ON ${row}.rowid = (${next(sql`p.at`, sql`p.id`)})
        WHERE p.n < ${literal(limit)} AND p.total <= ${literal(MAX_PAGE_BYTES)})`
  return { rows, hasMore: (at, id) => sql`EXISTS (${next(at, id)})` }
}

/** SQL: may the account organise the marathon? */
export function mayOrganise(marathonId: SQL, uid: string): SQL {
  return sql`EXISTS (SELECT 1 FROM staff
    WHERE marathon_id = ${marathonId} AND uid = ${uid} AND role IN ${sql.raw(rolesSql('organise'))} AND removed_at IS NULL)`
}

/** @param found the rows of `entrantsSql` @returns the page, its bytes, and its cursor; null after the last page */
export function toPage(found: Listed[], limit: number) {
  const rows = found.slice(0, limit).map(({ json }) => json)
  const last = rows.at(-1)
  const bytes = found.at(-1)?.total ?? 0
  if (last === undefined || (found.length <= limit && bytes <= MAX_PAGE_BYTES)) return { rows, bytes, next: null }
  const { createdAt, _id } = JSON.parse(last) as { createdAt: string; _id: string }
  return { rows, bytes, next: `${createdAt}_${_id}` }
}

/** Reads a cursor `<createdAt>_<id>`. @throws Problem INVALID if it is not one */
function splitCursor(cursor: string): [createdAt: string, id: string] {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z0-9_-]{8,64})$/.exec(cursor)
  if (!match?.[1] || !match[2]) {
    throw invalid({ cursor: { code: 'NOT_VALID', values: { expected: 'a cursor of this list' } } })
  }
  return [match[1], match[2]]
}
