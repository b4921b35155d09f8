import { type SQL, sql } from 'drizzle-orm'
import { LIST_PAGE_ROWS, PUBLIC_LIST_ROWS } from '../../contract/limits.ts'
import { invalidField } from '../../contract/problem.ts'
import { allRows } from '../db/client.ts'
import { jsonOf } from './wire.ts'

/** Rows joined into one cell by SQLite; see pull. */
const ROWS_A_CELL = 50

/** The newest marathons, public fields only, as a JSON array. */
export async function newestPublic(d1: D1Database): Promise<string> {
  const rows = sql`SELECT * FROM marathon ORDER BY created_at DESC, id DESC LIMIT ${PUBLIC_LIST_ROWS}`
  return (await jsonList(d1, rows, jsonOf.publicMarathon, sql`m.created_at DESC, m.id DESC`)).json
}

/** The marathons that start after `now` (ms), soonest first, public fields and description, as a JSON array. */
export async function upcomingPublic(d1: D1Database, now: number): Promise<string> {
  const rows = sql`SELECT * FROM marathon WHERE start_date > ${new Date(now).toISOString()}
    ORDER BY start_date, id LIMIT ${PUBLIC_LIST_ROWS}`
  return (await jsonList(d1, rows, jsonOf.upcomingMarathon, sql`m.start_date, m.id`)).json
}

export interface MarathonQuery {
  sort: 'asc' | 'desc'
  /** Only this account's marathons. */
  ownerUid?: string | undefined
  limit: number
  /** `<createdAt>_<id>` of the last row of the page before. */
  cursor?: string | undefined
}

/** A page of marathons by creation, as a JSON array, and the cursor of the next page or null. */
export async function listMarathons(d1: D1Database, query: MarathonQuery) {
  const limit = Math.min(query.limit, LIST_PAGE_ROWS)
  const conditions: SQL[] = []
  if (query.ownerUid !== undefined) conditions.push(sql`owner_uid = ${query.ownerUid}`)
  if (query.cursor !== undefined) {
    const [createdAt, id] = splitCursor(query.cursor)
    conditions.push(sql`(created_at, id) ${sql.raw(query.sort === 'asc' ? '>' : '<')} (${createdAt}, ${id})`)
  }
  const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
  const direction = sql.raw(query.sort === 'asc' ? 'ASC' : 'DESC')
  const rows = sql`SELECT * FROM marathon ${where}
    ORDER BY created_at ${direction}, id ${direction} LIMIT ${limit + 1}`
  const list = await jsonList(d1, rows, jsonOf.marathon, sql`m.created_at ${direction}, m.id ${direction}`, limit)
  return { json: list.json, next: list.next }
}

/** One marathon as JSON and its version, or null. */
export async function oneMarathon(d1: D1Database, id: string): Promise<{ json: string; ver: number } | null> {
  const rows = await allRows<{ json: string; ver: number }>(
    d1,
    sql`SELECT ${jsonOf.marathon} AS json, m.ver AS ver FROM marathon m WHERE m.id = ${id}`,
  )
  return rows[0] ?? null
}

/** The account's applications, newest first, as a JSON array. */
export async function ownApplications(d1: D1Database, uid: string): Promise<string> {
  const rows = await allRows<{ json: string }>(
    d1,
    sql`SELECT ${jsonOf.application} AS json FROM application a WHERE a.owner_uid = ${uid}
      ORDER BY a.created_at DESC, a.id DESC`,
  )
  return `[${rows.map((row) => row.json).join(',')}]`
}

async function jsonList(d1: D1Database, rows: SQL, json: SQL, order: SQL, limit = PUBLIC_LIST_ROWS) {
  const cells = await allRows<{ part: number; json: string; last: string }>(
    d1,
    sql`
    WITH page AS MATERIALIZED (SELECT m.created_at AS at, m.id AS id, ${json} AS json,
      row_number() OVER (ORDER BY ${order}) AS n FROM (${rows}) m)
    SELECT (n - 1) / ${ROWS_A_CELL} AS part, group_concat(json, ',' ORDER BY n) AS json,
      max(iif(n = ${limit}, at || '_' || id, NULL)) AS last
    FROM page WHERE n <= ${limit} GROUP BY part
    UNION ALL SELECT -1, NULL, NULL FROM page WHERE n > ${limit}
    ORDER BY part`,
  )
  const more = cells.some((cell) => cell.part === -1)
  const kept = cells.filter((cell) => cell.part >= 0)
  return { json: `[${kept.map((cell) => cell.json).join(',')}]`, next: more ? (kept.at(-1)?.last ?? null) : null }
}

function splitCursor(cursor: string): [createdAt: string, id: string] {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z0-9_-]{8,64})$/.exec(cursor)
  if (!match?.[1] || !match[2]) {
    throw invalidField('cursor', 'is not a cursor of this list')
  }
  return [match[1], match[2]]
}
