import { OP_VERSION } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Op } from '../../contract/sync.ts'
import { type AccountDb, FIRST_SYNC, type OutboxRecord, type SyncRecord } from '../data/account-db.ts'
import { NoAnswer, postSync } from './answer.ts'
import { applyAnswer } from './apply-answer.ts'
import { dependsOn, nextOps } from './next-ops.ts'

/** What a pass needs of the world; tests pass their own. */
export interface SyncWorld {
  fetch: typeof fetch
  /** ms since the epoch */
  now: () => number
}

/** How a pass ended. `halted`: the server did not get to the rest; try later. */
export type PassResult = 'done' | 'halted' | 'needs-update'

const MAX_BATCH = 500

/**
 * One sync pass: push and pull until the outbox is empty and the last page is in.
 *
 *     outbox head + cursor -> POST /sync -> one Dexie transaction -> again while there is more
 *
 * - Never two at once for an account, in whatever tab or worker: the caller holds the Web Lock `sync:<uid>`.
 * - No network inside a Dexie transaction.
 * - A failure that names an op parks it; one that does not halves the next request until the op stands alone.
 * @throws Problem (UNAUTHENTICATED, WRONG_ACCOUNT, RATE_LIMITED, UNAVAILABLE …) and NoAnswer; nothing is lost by either
 */
export async function syncPass(db: AccountDb, world: SyncWorld): Promise<PassResult> {
  for (;;) {
    const state = (await db.sync.get('sync')) ?? FIRST_SYNC
    if (state.minVersion > OP_VERSION) return 'needs-update'
    const { ops, suspects } = await nextOps(db, state.batchLimit)
    let answer: Awaited<ReturnType<typeof postSync>>
    try {
      answer = await postSync(world.fetch, { uid: db.uid, cursor: state.cursor, ops })
    } catch (error) {
      if (await learnFrom(db, error, ops)) continue
      throw error
    }
    const taken = await applyAnswer(db, state.cursor, ops, answer, world.now())
    if (!taken) continue
    if (answer.halted?.code === 'UNKNOWN_OP') return 'needs-update'
    if (answer.halted) {
      await blame(db, ops.slice(answer.results.length))
      return 'halted'
    }
    if (ops.length > 0) {
      await park(db, suspects, 'The server failed on it again and again, while it took the others.')
      await patchSync(db, { batchLimit: Math.min(MAX_BATCH, state.batchLimit * 2) })
    }
    const rest = await db.outbox.where('state').equals('waiting').count()
    if (!answer.more && rest === 0) return 'done'
  }
}

/** What a refused or failed request teaches. @returns whether to go on at once with what was learnt */
async function learnFrom(db: AccountDb, error: unknown, ops: Op[]): Promise<boolean> {
  if (error instanceof NoAnswer || !(error instanceof Problem)) return false
  switch (error.code) {
    case 'INVALID':
    case 'WRONG_ACCOUNT': {
      const named = namedOps(error, ops)
      if (named.length > 0) {
        await park(db, named, error.message)
        return true
      }
      if (error.fields && 'cursor' in error.fields) {
        await patchSync(db, { cursor: null })
        return true
      }
      return false
    }
    case 'TOO_LARGE': {
      const [only, second] = ops
      if (only && !second) {
        await park(db, [only.opId], error.message)
        return true
      }
      if (ops.length > 1) await patchSync(db, { batchLimit: Math.ceil(ops.length / 2) })
      return ops.length > 1
    }
    case 'UNAVAILABLE':
      await blame(db, ops)
      return false
    default:
      return false
  }
}

/** The ops that a problem's fields name (`ops.3.opId`). */
function namedOps(problem: Problem, ops: Op[]): string[] {
  const named = Object.keys(problem.fields ?? {}).flatMap((field) => {
    const index = /^ops\.(\d+)(\.|$)/.exec(field)?.[1]
    const op = index === undefined ? undefined : ops[Number(index)]
    return op ? [op.opId] : []
  })
  return [...new Set(named)]
}

/** The server failed on these ops together: send fewer next time; a single one gets a mark. */
async function blame(db: AccountDb, ops: Op[]) {
  if (ops.length > 1) await patchSync(db, { batchLimit: Math.ceil(ops.length / 2) })
  const [only] = ops
  if (only && ops.length === 1) {
    await db.outbox
      .where('opId')
      .equals(only.opId)
      .modify((record) => {
        record.failures += 1
      })
  }
}

/** Sets ops aside, with all that depends on them, for the user to decide. */
async function park(db: AccountDb, ops: (string | OutboxRecord)[], reason: string) {
  if (ops.length === 0) return
  const opIds = ops.map((op) => (typeof op === 'string' ? op : op.opId))
  await db.transaction('rw', db.outbox, async () => {
    const culprits = await db.outbox.where('opId').anyOf(opIds).toArray()
    const first = Math.min(...culprits.map((record) => record.n ?? 0))
    const held = new Set(culprits.map((record) => record.target))
    await db.outbox
      .where('n')
      .aboveOrEqual(first)
      .filter((record) => record.state === 'waiting' && dependsOn(record, held))
      .modify({ state: 'parked', reason })
  })
}

async function patchSync(db: AccountDb, patch: Partial<SyncRecord>) {
  await db.transaction('rw', db.sync, async () => {
    await db.sync.put({ ...((await db.sync.get('sync')) ?? FIRST_SYNC), ...patch })
  })
}
