import { sql } from 'drizzle-orm'
import type { Verdict } from '../../contract/sync.ts'
import type { Db } from '../db/client.ts'
import { application, marathon, opRecord, tombstone } from '../db/schema.ts'
import { type KnownOp, RunningState } from './decide.ts'

/** A recorded op: its verdict, and how many rows it changed. */
export interface Recorded {
  uid: string
  targetId: string
  modified: number
  verdict: Omit<Verdict, 'opId'>
}

/**
 * Everything that the ops may rest on, in one D1 batch: their records, the marathons and applications they
 * name, the caller's own applications to those marathons, and what was deleted.
 * Ids go as one JSON parameter: D1 binds at most 100.
 */
export async function readState(db: Db, ops: KnownOp[], uid: string) {
  const ids = { marathon: new Set<string>(), application: new Set<string>() }
  for (const op of ops) {
    if (op.type.startsWith('marathon.')) ids.marathon.add(op.id)
    else ids.application.add(op.id)
    if (op.type === 'application.create' && typeof op.patch.marathonId === 'string') ids.marathon.add(op.patch.marathonId)
  }
  const opIds = json(ops.map((op) => op.opId))
  const marathonIds = json(ids.marathon)
  const applicationIds = json(ids.application)
  const named = sql`SELECT value FROM json_each(${marathonIds})`
  const applied = sql`SELECT marathon_id FROM application WHERE id IN (SELECT value FROM json_each(${applicationIds}))`
  const touchesApplications = ids.application.size > 0

  const [records, marathons, gone, applications, own] = await db.batch([
    db.select().from(opRecord).where(sql`${opRecord.opId} IN (SELECT value FROM json_each(${opIds}))`),
    db.select().from(marathon).where(
      touchesApplications ? sql`${marathon.id} IN (${named} UNION ${applied})` : sql`${marathon.id} IN (${named})`,
    ),
    db
      .select({ type: tombstone.type, id: tombstone.id, ownerUid: tombstone.ownerUid })
      .from(tombstone)
      .where(
        sql`(${tombstone.type}, ${tombstone.id}) IN (SELECT 'marathon', value FROM json_each(${marathonIds})
          UNION ALL SELECT 'application', value FROM json_each(${applicationIds}))`,
      ),
    ...(touchesApplications
      ? ([
          db.select().from(application).where(sql`${application.id} IN (SELECT value FROM json_each(${applicationIds}))`),
          db
            .select()
            .from(application)
            .where(sql`${application.ownerUid} = ${uid} AND ${application.marathonId} IN (${named} UNION ${applied})`),
        ] as const)
      : []),
  ])

  const state = new RunningState()
  for (const row of marathons) state.marathons.set(row.id, row)
  for (const row of [...(applications ?? []), ...(own ?? [])]) state.putApplication(row)
  for (const row of gone) state.gone.set(`${row.type}:${row.id}`, row.ownerUid)
  const recorded = new Map<string, Recorded>()
  for (const row of records) recorded.set(row.opId, { ...row, verdict: JSON.parse(row.verdict) })
  return { state, recorded }
}

function json(values: Iterable<string>): string {
  return JSON.stringify([...values])
}
