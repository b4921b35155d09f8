import type { Problem } from '../../contract/problem.ts'
import type { Op } from '../../contract/sync.ts'
import { NoResponse } from '../calls/call-api.ts'
import {
  type AccountDb,
  FIRST_SYNC,
  isSetAsideItself,
  type OutboxRecord,
  type ParkReason,
  type SyncRecord,
} from '../store/account-db.ts'
import { freeHeld, holds, restsOn } from '../store/outbox.ts'
import { SUSPECT_AFTER } from './next-ops.ts'

/**
 * What a failed request means for its edits.
 *
 *     what came                            means     the edits
 *     ----------------------------------   -------   -----------------------------------------------------------
 *     401, 409 of the account              account   stay as they are
 *     429                                  wait      are not sent before the time that the server named
 *     422 or 409 that names edits          named     these are set aside
 *     413                                  large     half as many at once; one that is alone is set aside
 *     422 that names the cursor            cursor    are sent again at once, without it
 *     503, halted                          later     next time half as many. One that failed alone is counted, and
 *                                                    after three times others go first. It is never set aside
 *     too slow                             slow      the same as `own`, and half as many rows
 *     anything else: nothing, 500, a       own       the same as `later`; but one that fails alone for an hour, while
 *     page that is not ours, no verdict              nothing else fails and others are taken, is set aside
 *
 * After each of them the pass goes on reading. The last three are counted only if it can: where nothing can be read
 * either, the server or the network is in trouble, and no edit.
 */
export type Meaning =
  | { kind: 'account' | 'large' | 'cursor' | 'later' | 'slow' | 'own' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'named'; opIds: string[]; reason: ParkReason }

/** What a failed request with these ops means; see `Meaning`. */
export function meaningOf(error: Problem | NoResponse, ops: readonly Op[]): Meaning {
  if (error instanceof NoResponse) return { kind: error.reason === 'slow' ? 'slow' : 'own' }
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return { kind: 'account' }
    case 'RATE_LIMITED':
      return { kind: 'wait', seconds: error.retryAfterSeconds ?? 0 }
    case 'TOO_LARGE':
      return { kind: 'large' }
    case 'UNAVAILABLE':
      return { kind: 'later' }
    case 'INVALID':
    case 'WRONG_ACCOUNT': {
      const opIds = namedOps(error, ops)
      const isOfAccount = error.code === 'WRONG_ACCOUNT'
      const reason = isOfAccount ? 'other-account' : 'refused'
      if (opIds.length > 0) return { kind: 'named', opIds, reason }
      if (isOfAccount) return { kind: 'account' }
      return { kind: error.fields && 'cursor' in error.fields ? 'cursor' : 'own' }
    }
    default:
      return { kind: 'own' }
  }
}

/** The ids of the ops that the fields of a problem name (`ops.3.opId`). */
function namedOps(problem: Problem, ops: readonly Op[]): string[] {
  const named = Object.keys(problem.fields ?? {}).flatMap((field) => {
    const index = /^ops\.(\d+)(\.|$)/.exec(field)?.[1]
    const op = index === undefined ? undefined : ops[Number(index)]
    return op ? [op.opId] : []
  })
  return [...new Set(named)]
}

/** What an edit must fail for to be set aside: so long, and so often alone. */
const ASIDE_AFTER_MS = 60 * 60 * 1000
const ASIDE_AFTER_FAILURES = 10
/** The server must have taken other edits meanwhile, the last one so long after the first one. */
const OTHERS_OVER_MS = 5 * 60 * 1000
/** An edit that is set aside is tried again after this time. */
const AGAIN_AFTER_MS = 60 * 60 * 1000

/**
 * Counts a failed request, once the pass has read to the end. If the op was alone and the failure is its own, it is set
 * aside. @returns whether it was
 */
export async function countFailure(db: AccountDb, ops: readonly Op[], meaning: Meaning, now: number): Promise<boolean> {
  if (meaning.kind !== 'later' && meaning.kind !== 'slow' && meaning.kind !== 'own') return false
  await sendFewer(db, ops)
  const [only, second] = ops
  const record = only && !second ? await db.outbox.where('opId').equals(only.opId).first() : undefined
  // Where more than the suspects fails, the fault is no edit's own.
  if (!record || record.failures < SUSPECT_AFTER) await forgetBlame(db)
  if (!record) return false
  if (meaning.kind !== 'later' && isToBlame(record, now)) {
    await setAside(db, [record.opId], 'failing', now)
    return true
  }
  const failing = await db.outbox.where('failures').above(0).toArray()
  const turn = 1 + Math.max(0, ...failing.map((one) => one.turn ?? 0))
  await db.outbox
    .where('opId')
    .equals(record.opId)
    .modify((one) => {
      one.failures += 1
      one.turn = turn
      // A clock that was set back must not keep the edit from ever being told of.
      one.alone = { ...one.alone, since: Math.min(one.alone?.since ?? now, now) }
      if (meaning.kind === 'later') delete one.alone
    })
  return false
}

/** Has the edit alone failed for long, while the server took others? */
function isToBlame({ failures, alone }: OutboxRecord, now: number): boolean {
  const { since = now, from = now, to = from } = alone ?? {}
  return failures + 1 >= ASIDE_AFTER_FAILURES && now - since >= ASIDE_AFTER_MS && to - from >= OTHERS_OVER_MS
}

/** Notes that the server took other edits than these, which have failed alone. */
export async function noteOthersTaken(db: AccountDb, suspects: readonly OutboxRecord[], now: number): Promise<void> {
  if (suspects.length === 0) return
  await db.outbox
    .where('opId')
    .anyOf(suspects.map(({ opId }) => opId))
    .modify(({ alone }) => {
      if (alone) Object.assign(alone, { from: alone.from ?? now, to: now })
    })
}

/** Forgets what spoke for a fault of single edits: the server or the network is in trouble. */
export async function forgetBlame(db: AccountDb): Promise<void> {
  await db.outbox
    .where('failures')
    .above(0)
    .modify((record) => {
      delete record.alone
    })
}

/** The next request has at most half as many ops. */
export async function sendFewer(db: AccountDb, ops: readonly Op[]): Promise<void> {
  if (ops.length > 1) await patchSync(db, { batchLimit: Math.ceil(ops.length / 2) })
}

/** Sets ops aside, and all later ops that rest on them. */
export async function setAside(
  db: AccountDb,
  opIds: readonly string[],
  reason: ParkReason,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const held = new Set<string>()
    await db.outbox
      .orderBy('n')
      .filter(({ state }) => state === 'waiting')
      .modify((record) => {
        const isNamed = opIds.includes(record.opId)
        if (!isNamed && !restsOn(record, held)) return
        for (const key of holds(record)) held.add(key)
        record.state = 'parked'
        record.reason = isNamed ? reason : 'rests-on-parked'
        record.parkedAt = now
      })
  })
}

/**
 * Lets edits wait again that were set aside an hour ago. They go after the others, each alone. Those that rest on them
 * wait again too.
 */
export async function retryAside(db: AccountDb, now: number): Promise<void> {
  if ((await db.outbox.where('state').equals('parked').count()) === 0) return
  await db.transaction('rw', db.outbox, async () => {
    await db.outbox
      .where('state')
      .equals('parked')
      .and(isSetAsideItself)
      .modify((record) => {
        // A clock that was set back must not keep the edit aside for longer.
        const parkedAt = Math.min(record.parkedAt ?? now, now)
        record.parkedAt = parkedAt
        if (now - parkedAt < AGAIN_AFTER_MS) return
        record.state = 'waiting'
        record.failures = Math.max(SUSPECT_AFTER, record.failures)
        delete record.reason
        delete record.parkedAt
      })
    await freeHeld(db)
  })
}

/** Changes fields of the sync record. */
export async function patchSync(db: AccountDb, patch: Partial<SyncRecord>): Promise<void> {
  await db.transaction('rw', db.sync, async () => {
    await db.sync.put({ ...((await db.sync.get('sync')) ?? FIRST_SYNC), ...patch })
  })
}
