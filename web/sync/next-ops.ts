import type { Op } from '../../contract/sync.ts'
import type { AccountDb, OutboxRecord } from '../store/account-db.ts'
import { holds, restsOn } from '../store/outbox.ts'

/** The most bytes of ops in a request. The server accepts 1 MB in all. */
const MAX_OPS_BYTES = 900_000
/** An op that failed this often alone is a suspect: the other ops no longer wait for it. */
export const SUSPECT_AFTER = 3

/** The ops of the next request. `suspects` are the ops that were left out because they failed alone several times. */
export interface Batch {
  ops: Op[]
  suspects: OutboxRecord[]
}

/**
 * The first ops of the outbox, in order, at most `limit`. A suspect is left out as long as there are other ops to send.
 * The ops that rest on it (restsOn) are left out too. Then the suspects go in turns, one at a time: first the one whose
 * last try is longest ago.
 */
export async function nextOps(db: AccountDb, limit: number): Promise<Batch> {
  // In the order of `n`, as an index has those with one state. A filter would look at each row by itself, and a tap at a
  // finish line would wait until it has seen 500.
  const waiting = db.outbox.where('state').equals('waiting')
  const suspectCount = await db.outbox
    .where('failures')
    .aboveOrEqual(SUSPECT_AFTER)
    .filter((record) => record.state === 'waiting')
    .count()
  if (suspectCount === 0) return { ops: withinBytes(await waiting.limit(limit).toArray()), suspects: [] }

  const held = new Set<string>()
  const others: OutboxRecord[] = []
  const suspects: OutboxRecord[] = []
  for (const record of await waiting.toArray()) {
    const depends = restsOn(record, held)
    if (!depends && record.failures < SUSPECT_AFTER) {
      others.push(record)
      continue
    }
    for (const key of holds(record)) held.add(key)
    if (!depends) suspects.push(record)
  }
  if (others.length > 0) return { ops: withinBytes(others.slice(0, limit)), suspects }
  suspects.sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
  return { ops: suspects.slice(0, 1).map(({ op }) => op), suspects: suspects.slice(1) }
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
