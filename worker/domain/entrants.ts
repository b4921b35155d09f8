import { sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import { rowsOf, runBatch } from '../db/client.ts'
import { jsonOf } from './wire.ts'

/**
 * The entrants of a marathon, the oldest application first, as a JSON array.
 * @throws Problem NOT_FOUND for an unknown id; FORBIDDEN if the account does not own the marathon
 */
export async function entrantsOf(d1: D1Database, marathonId: string, uid: string): Promise<string> {
  const [owners, rows] = await runBatch(d1, [
    sql`SELECT owner_uid AS owner FROM marathon WHERE id = ${marathonId}`,
    sql`SELECT ${jsonOf.application} AS json FROM application a
      WHERE a.marathon_id = ${marathonId} AND a.organiser_uid = ${uid} ORDER BY a.created_at, a.id`,
  ])
  const owner = rowsOf<{ owner: string }>(owners)[0]?.owner
  if (owner === undefined) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (owner !== uid) throw new Problem('FORBIDDEN', 'Only the organiser sees who applied.')
  return `[${rowsOf<{ json: string }>(rows)
    .map((row) => row.json)
    .join(',')}]`
}
