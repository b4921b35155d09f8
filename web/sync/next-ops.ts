import type { Op } from '../../contract/sync.ts'
import type { AccountDb, OutboxRecord } from '../data/account-db.ts'

/** Bytes of ops a request may carry; the server takes 1 MB in all. */
const MAX_OPS_BYTES = 900_000
/** After so many failures on its own an op no longer holds up the others. */
export const SUSPECT_AFTER = 3

/** The ops of the next request. `suspects` are those left out because they failed alone, again and again. */
export interface Batch {
  ops: Op[]
  suspects: OutboxRecord[]
}

/**
 * The head of the outbox, in order, at most `limit` ops. A suspect is left out together with what depends on it
 * (later ops on its row, applications to the event it makes), as long as there is anything else to send.
 */
export async function nextOps(db: AccountDb, limit: number): Promise<Batch> {
  const waiting = db.outbox.orderBy('n').filter((record) => record.state === 'waiting')
  const suspects = await db.outbox
    .where('failures')
    .aboveOrEqual(SUSPECT_AFTER)
    .filter((record) => record.state === 'waiting')
    .toArray()
  if (suspects.length === 0) return { ops: withinBytes(await waiting.limit(limit).toArray()), suspects: [] }
  const held = new Set(suspects.map((record) => record.target))
  const others = await waiting
    .filter((record) => !dependsOn(record, held))
    .limit(limit)
    .toArray()
  if (others.length > 0) return { ops: withinBytes(others), suspects }
  return { ops: withinBytes(await waiting.limit(1).toArray()), suspects: [] }
}

/** Is this op about one of the rows `held`, or an application to one of them? */
export function dependsOn(record: OutboxRecord, held: Set<string>): boolean {
  return held.has(record.target) || held.has(`marathon:${String(record.op.patch.marathonId)}`)
}

const encoder = new TextEncoder()

function withinBytes(records: OutboxRecord[]): Op[] {
  const ops: Op[] = []
  let bytes = 0
  for (const { op } of records) {
    bytes += encoder.encode(JSON.stringify(op)).length
    if (ops.length > 0 && bytes > MAX_OPS_BYTES) break
    ops.push(op)
  }
  return ops
}
