import { sql } from 'drizzle-orm'
import type { Verdict } from '../../contract/sync.ts'
import { allRows, cellsOf } from '../db/client.ts'
import { application, marathon, opRecord, tombstone } from '../db/schema.ts'
import { type KnownOp, RunningState } from './decide.ts'

const MARATHON = cellsOf(marathon, 'm')
const APPLICATION = cellsOf(application, 'a')
const RECORD = cellsOf(opRecord, 'r')
const GONE = cellsOf(tombstone, 't')

/** A recorded op: its verdict, and how many rows it changed. */
export interface Recorded {
  uid: string
  type: string
  targetId: string
  modified: number
  verdict: Omit<Verdict, 'opId'>
}

/**
 * Everything that the ops may rest on, in one statement: their records, the marathons and applications they
 * name, the caller's own applications to those marathons, and what was deleted.
 * Ids go as one JSON parameter: D1 binds at most 100.
 */
export async function readState(d1: D1Database, ops: KnownOp[], uid: string) {
  const ids = { marathon: new Set<string>(), application: new Set<string>() }
  for (const op of ops) {
    if (op.type.startsWith('marathon.')) ids.marathon.add(op.id)
    else ids.application.add(op.id)
    if (op.type === 'application.create' && typeof op.patch.marathonId === 'string')
      ids.marathon.add(op.patch.marathonId)
  }
  const marathonIds = listed(ids.marathon)
  const applicationIds = listed(ids.application)
  const ofApplications = sql`SELECT marathon_id FROM application WHERE id IN (${applicationIds})`

  const named = [...ids.marathon].map((id) => ({ type: 'marathon', id }))
  named.push(...[...ids.application].map((id) => ({ type: 'application', id })))
  const ofCaller =
    ids.application.size === 0
      ? sql``
      : sql`UNION ALL SELECT 'application', ${APPLICATION.cell} FROM application a WHERE id IN (${applicationIds})
          OR (owner_uid = ${uid} AND marathon_id IN (${marathonIds} UNION ${ofApplications}))`
  const rows = await allRows<{ kind: 'record' | 'gone' | 'marathon' | 'application'; cell: string }>(
    d1,
    sql`SELECT 'record' AS kind, ${RECORD.cell} AS cell FROM op_record r
        WHERE op_id IN (${listed(ops.map((op) => op.opId))})
      UNION ALL SELECT 'gone', ${GONE.cell} FROM json_each(${JSON.stringify(named)}) e
        CROSS JOIN tombstone t ON t.type = e.value->>'type' AND t.id = e.value->>'id'
      UNION ALL SELECT 'marathon', ${MARATHON.cell} FROM marathon m WHERE id IN (${marathonIds} UNION ${ofApplications})
      ${ofCaller}`,
  )

  const state = new RunningState()
  const recorded = new Map<string, Recorded>()
  for (const { kind, cell } of rows) {
    if (kind === 'marathon') {
      const row = MARATHON.row(cell)
      state.marathons.set(row.id, row)
    } else if (kind === 'application') state.putApplication(APPLICATION.row(cell))
    else if (kind === 'gone') {
      const { type, id, ownerUid } = GONE.row(cell)
      state.gone.set(`${type}:${id}`, ownerUid)
    } else {
      const record = RECORD.row(cell)
      recorded.set(record.opId, { ...record, verdict: JSON.parse(record.verdict) })
    }
  }
  return { state, recorded }
}

function listed(values: Iterable<string>) {
  return sql`SELECT value FROM json_each(${JSON.stringify([...values])})`
}
