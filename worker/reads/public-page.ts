import { sql } from 'drizzle-orm'
import { allRows } from '../db/client.ts'
import { jsonOf } from '../pull/wire.ts'
import { keptASecond } from './kept-a-second.ts'

/** A marathon as everybody may read it (`publicPageSchema`), as JSON; null for one that is unknown or hidden. */
export async function publicPage(d1: D1Database, id: string): Promise<string | null> {
  const page = sql`SELECT ${jsonOf.publicPage} AS json FROM marathon m WHERE id = ${id} AND hidden_at IS NULL`
  const [row] = await allRows<{ json: string }>(d1, page)
  return row?.json ?? null
}

/**
 * The same, up to a second old. A crowd at one address reads few events, and these from memory.
 * @param now ms since the epoch
 * @param count counts the read of D1 against who causes it, so only who tries many ids comes to a limit
 */
export function keptPublicPage(
  d1: D1Database,
  id: string,
  now: number,
  count: () => Promise<void>,
): Promise<string | null> {
  return keptASecond(`page ${id}`, now, async () => {
    await count()
    return publicPage(d1, id)
  })
}
