import { sql } from 'drizzle-orm'
import { statement } from '../db/client.ts'

/**
 * Strips tombstones to `type` and `id`, so that an id stays gone for ever and nothing else is kept of the row.
 * The floor rises to their newest seq in the same transaction: a phone that has not heard of them starts over.
 * What op records keep of a deleted application (the texts of a clash) goes with it.
 * @returns how many were stripped, at most `rows`
 */
export async function stripTombstones(d1: D1Database, deletedBefore: string, rows: number): Promise<number> {
  const old = sql`SELECT rowid FROM tombstone WHERE seq IS NOT NULL AND deleted_at < ${deletedBefore}
    ORDER BY deleted_at, rowid LIMIT ${rows}`
  const answers = await d1.batch([
    statement(
      d1,
      sql`UPDATE op_record SET verdict = json_remove(verdict, '$.conflicts')
      WHERE target_id IN (SELECT id FROM tombstone WHERE type = 'application' AND rowid IN (${old}))
        AND json_extract(verdict, '$.conflicts') IS NOT NULL`,
    ),
    statement(
      d1,
      sql`UPDATE clock SET floor = max(floor, coalesce((SELECT max(seq) FROM tombstone WHERE rowid IN (${old})), 0))
      WHERE id = 1`,
    ),
    statement(
      d1,
      sql`UPDATE tombstone SET seq = NULL, owner_uid = '', organiser_uid = '', shown_until = ''
      WHERE rowid IN (${old})`,
    ),
  ])
  return answers.at(-1)?.meta.changes ?? 0
}
