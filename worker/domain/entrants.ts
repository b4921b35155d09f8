import { sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import { statement } from '../db/client.ts'
import { jsonOf } from './wire.ts'

/**
 * The entrants of a marathon, the oldest application first, as a JSON array.
 * @throws Problem NOT_FOUND for an unknown id; FORBIDDEN if the account does not own the marathon
 */
export async function entrantsOf(d1: D1Database, marathonId: string, uid: string): Promise<string> {
  const [owners, rows] = await d1.batch([
    statement(d1, sql`SELECT owner_uid AS owner FROM marathon WHERE id = ${marathonId}`),
    statement(
      d1,
      sql`SELECT ${jsonOf.application} AS json FROM application a
      WHERE a.marathon_id = ${marathonId} AND a.organiser_uid = ${uid} ORDER BY a.created_at, a.id`,
    ),
  ])
  const owner = (owners?.results[0] as { owner: string } | undefined)?.owner
  if (owner === undefined) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (owner !== uid) throw new Problem('FORBIDDEN', 'Only the organiser sees who applied.')
  return `[${((rows?.results ?? []) as { json: string }[]).map((row) => row.json).join(',')}]`
}
