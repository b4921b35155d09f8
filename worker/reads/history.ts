import { type SQL, sql } from 'drizzle-orm'
import { HISTORY_PAGE_ROWS } from '../../contract/limits.ts'
import { OF_RUNNERS } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import { literal, rowsOf, runBatch } from '../db/client.ts'
import { mayOrganise } from './lists.ts'

/**
 * A page of the history of a marathon, or of one entry there, the newest change first, as a JSON array. The history is a
 * view of the op records: who, what, when and which fields, and never a value.
 * @param page.before the `_id` of the last row of the page before
 * @param page.entry the id of an application
 * @throws Problem NOT_FOUND for an unknown marathon; FORBIDDEN for an account that does not organise it
 */
export function historyOf(
  d1: D1Database,
  marathonId: string,
  uid: string,
  { before, entry }: { before?: number | undefined; entry?: string | undefined },
): Promise<string> {
  // The `+` makes SQLite take the index of the entry, which has few rows.
  const isOf =
    entry === undefined ? sql`marathon_id = ${marathonId}` : sql`target_id = ${entry} AND +marathon_id = ${marathonId}`
  return ofOrganiser(
    d1,
    marathonId,
    uid,
    sql`SELECT json_group_array(json_object('_id', seq, 'at', decided_at, 'type', type, 'target', target_id,
        'fields', json(fields), 'who', who, 'by', by_name)) AS json
      FROM (SELECT seq, decided_at, type, target_id, fields, by_name, CASE WHEN uid = '' THEN 'deleted'
          WHEN by_name = '' AND type IN ${sql.raw(`('${OF_RUNNERS.join("','")}')`)} THEN 'runner' ELSE 'staff' END AS who
        FROM op_record WHERE ${isOf} AND fields IS NOT NULL AND seq < ${before ?? Number.MAX_SAFE_INTEGER}
        ORDER BY seq DESC LIMIT ${literal(HISTORY_PAGE_ROWS)})`,
  )
}

/**
 * What each of the staff of a marathon did last there, as a JSON array in the order of their ids.
 * @throws Problem as `historyOf`
 */
export function lastOfStaff(d1: D1Database, marathonId: string, uid: string): Promise<string> {
  return ofOrganiser(
    d1,
    marathonId,
    uid,
    sql`SELECT json_group_array(json_object('_id', id, 'last', json(last))) AS json
      FROM (SELECT s.id, (SELECT json_object('type', r.type, 'at', r.decided_at) FROM op_record r
          WHERE r.marathon_id = s.marathon_id AND r.uid = s.uid ORDER BY r.seq DESC LIMIT 1) AS last
        FROM staff s WHERE s.marathon_id = ${marathonId} AND s.removed_at IS NULL ORDER BY s.id)`,
  )
}

/** Reads JSON that owner and organisers of a marathon may see. */
export async function ofOrganiser(d1: D1Database, marathonId: string, uid: string, read: SQL): Promise<string> {
  const [found, rows] = await runBatch(d1, [
    sql`SELECT ${mayOrganise(sql`m.id`, uid)} AS isOrganiser FROM marathon m WHERE id = ${marathonId}`,
    read,
  ])
  const [marathon] = rowsOf<{ isOrganiser: 0 | 1 }>(found)
  if (!marathon) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (!marathon.isOrganiser) throw new Problem('FORBIDDEN', 'Owner and organisers alone see this.')
  return rowsOf<{ json: string }>(rows)[0]?.json ?? '[]'
}
