import { sql } from 'drizzle-orm'
import { allRows } from '../db/client.ts'
import { jsonOf } from '../pull/wire.ts'

/** A marathon as everybody may read it (`publicPageSchema`), as JSON; null for one that is unknown or hidden. */
export async function publicPage(d1: D1Database, id: string): Promise<string | null> {
  const page = sql`SELECT ${jsonOf.publicPage} AS json FROM marathon m WHERE id = ${id} AND hidden_at IS NULL`
  const [row] = await allRows<{ json: string }>(d1, page)
  return row?.json ?? null
}
