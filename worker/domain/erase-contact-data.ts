import { sql } from 'drizzle-orm'
import { allRows, statement } from '../db/client.ts'

/**
 * Erases what applications to long past events say about people. The row and the event's count stay; the row takes
 * a new seq, so that phones erase it too, and a new ver, so that an edit under way is decided again.
 * An event that was deleted started when the runner's copy says.
 * @returns how many were erased, at most `rows`
 */
export async function eraseContactData(
  d1: D1Database,
  { startedBefore, now, rows }: { startedBefore: string; now: number; rows: number },
): Promise<number> {
  const found = await allRows<{ id: string }>(
    d1,
    sql`SELECT id FROM (SELECT a.id FROM marathon m CROSS JOIN application a
          ON a.marathon_id = m.id AND a.erased_at IS NULL WHERE m.start_date < ${startedBefore} LIMIT ${rows})
      UNION ALL SELECT id FROM (SELECT a.id FROM tombstone t CROSS JOIN application a
          ON a.marathon_id = t.id AND a.erased_at IS NULL
          WHERE t.type = 'marathon' AND a.start_date < ${startedBefore} LIMIT ${rows})
      LIMIT ${rows}`,
  )
  if (found.length === 0) return 0
  const numbered = sql`json_each(${JSON.stringify(found.map(({ id }, index) => ({ id, n: index + 1 })))}) e`
  const seqOf = sql`(SELECT seq FROM clock) - ${found.length} + (e.value->>'n')`
  await d1.batch([
    statement(d1, sql`UPDATE clock SET seq = seq + ${found.length} WHERE id = 1`),
    statement(
      d1,
      sql`UPDATE application SET first_name = '', last_name = '', phone_number = '', additional_info = '', email = '',
        location = '', description = '', image = '', person_key = char(10) || application.id,
        erased_at = ${new Date(now).toISOString()}, ver = ver + 1, seq = ${seqOf}
      FROM ${numbered} WHERE application.id = e.value->>'id' AND application.erased_at IS NULL`,
    ),
    statement(
      d1,
      sql`UPDATE op_record SET verdict = json_remove(verdict, '$.conflicts')
      WHERE target_id IN (SELECT e.value->>'id' FROM ${numbered}) AND type LIKE 'application.%'
        AND json_extract(verdict, '$.conflicts') IS NOT NULL`,
    ),
  ])
  return found.length
}
