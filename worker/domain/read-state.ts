import { sql } from 'drizzle-orm'
import type { Verdict } from '../../contract/sync.ts'
import { type ApplicationRow, columnsOf, type MarathonRow, statement } from '../db/client.ts'
import { application, marathon, opRecord } from '../db/schema.ts'
import { type KnownOp, RunningState } from './decide.ts'

const MARATHON = columnsOf(marathon, 'm')
const APPLICATION = columnsOf(application, 'a')
const RECORD = columnsOf(opRecord, 'r')

interface Gone {
  type: string
  id: string
  ownerUid: string
}

/** A recorded op: its verdict, and how many rows it changed. */
export interface Recorded {
  uid: string
  type: string
  targetId: string
  modified: number
  verdict: Omit<Verdict, 'opId'>
}

/**
 * Everything that the ops may rest on, in one D1 batch: their records, the marathons and applications they
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
  const queries = [
    sql`SELECT ${RECORD} FROM op_record r WHERE op_id IN (${listed(ops.map((op) => op.opId))})`,
    sql`SELECT t.type, t.id, t.owner_uid AS ownerUid FROM json_each(${JSON.stringify(named)}) e
      CROSS JOIN tombstone t ON t.type = e.value->>'type' AND t.id = e.value->>'id'`,
    sql`SELECT ${MARATHON} FROM marathon m WHERE id IN (${marathonIds} UNION ${ofApplications})`,
  ]
  if (ids.application.size > 0) {
    queries.push(
      sql`SELECT ${APPLICATION} FROM application a WHERE id IN (${applicationIds})
        OR (owner_uid = ${uid} AND marathon_id IN (${marathonIds} UNION ${ofApplications}))`,
    )
  }
  const answers = await d1.batch(queries.map((query) => statement(d1, query)))
  const rowsOf = <T>(index: number) => (answers[index]?.results ?? []) as T[]

  const state = new RunningState()
  for (const row of rowsOf<MarathonRow>(2)) state.marathons.set(row.id, row)
  for (const row of rowsOf<ApplicationRow>(3)) state.putApplication(row)
  for (const row of rowsOf<Gone>(1)) state.gone.set(`${row.type}:${row.id}`, row.ownerUid)
  const recorded = new Map<string, Recorded>()
  for (const row of rowsOf<typeof opRecord.$inferSelect>(0)) {
    recorded.set(row.opId, { ...row, verdict: JSON.parse(row.verdict) })
  }
  return { state, recorded }
}

function listed(values: Iterable<string>) {
  return sql`SELECT value FROM json_each(${JSON.stringify([...values])})`
}
