import { sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import { rowsOf, runBatch } from '../db/client.ts'

/**
 * What everybody needs to check a draw, as JSON: commitment, seed, number of places, and the ids of all applications
 * that took part, in the drawn order. It has no names.
 * @throws Problem NOT_FOUND for a marathon that is unknown, has no ballot, or is not drawn yet
 */
export async function drawOf(d1: D1Database, marathonId: string): Promise<string> {
  const [marathons, parts] = await runBatch(d1, [
    sql`SELECT commitment, seed FROM marathon WHERE id = ${marathonId} AND seed IS NOT NULL AND hidden_at IS NULL`,
    sql`SELECT places, ids FROM draw WHERE marathon_id = ${marathonId} ORDER BY part`,
  ])
  const [drawn] = rowsOf<{ commitment: string; seed: string }>(marathons)
  if (!drawn) throw new Problem('NOT_FOUND', 'There is no draw of this marathon.')
  const lists = rowsOf<{ places: number; ids: string }>(parts)
  const ids = lists.map((list) => list.ids.slice(1, -1)).join(',')
  const head = JSON.stringify({ marathonId, ...drawn, places: lists[0]?.places ?? 0 })
  return `${head.slice(0, -1)},"ids":[${ids}]}`
}
