import { OP_VERSION, PULL_PAGE_ROWS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Op, PullFrom, ReceivedResponse, SyncRequest } from '../../contract/sync.ts'
import { type Fetch, NoResponse } from '../calls/call-api.ts'
import { postSync } from '../calls/post-sync.ts'
import { type AccountDb, FIRST_SYNC, type ParkReason, type SyncRecord } from '../data/account-db.ts'
import { restsOn } from '../data/outbox.ts'
import { applyResponse, isRestored, lacksRows } from './apply-response.ts'
import { nextOps } from './next-ops.ts'
import { PagesAhead } from './pages-ahead.ts'

/** The environment of a pass. Tests pass their own. */
export interface SyncWorld {
  fetch?: Fetch
  /** The phone's clock, ms since the epoch. */
  now: () => number
  /** Ends the pass. It cancels the request, and the pass writes nothing more. */
  signal?: AbortSignal
  /**
   * Tells whether this account is still signed in. The pass asks before it sends ops and before it applies a response.
   */
  isSignedIn?: () => Promise<boolean>
}

/**
 * The pass was ended from outside, or its account logged out. The server may have received what was sent; no edit is
 * lost.
 */
export class PassEnded extends Error {
  override name = 'PassEnded'
}

/** How a pass ended. `halted`: the server stopped before the last op, so the rest must be sent later. */
export type PassResult = 'done' | 'halted' | 'needs-update'

const MAX_BATCH = 500

/**
 * Runs one sync pass: it pushes and pulls until the outbox is empty and the last page is in.
 *
 *     outbox head + cursor -> POST /sync -> one Dexie transaction -> again while there is more
 *
 * - Two passes never run at once for an account, in any tab or worker: the caller holds the Web Lock `sync:<uid>`.
 * - No request runs inside a Dexie transaction. In a pull of many pages, the next pages load while one is written
 *   (pages-ahead).
 * - If a failure names an op, that op is parked. If the server fails, or a request is too large or too slow, the next
 *   request has half as many ops, until one op is alone. After any other failure the ops stay as they are. If the op
 *   that is alone fails several times alone, it is a suspect. It waits while the others are sent, and is then
 *   tried once more. It is parked only if it fails after the others succeeded.
 * - The pass still pulls if it cannot push: this app is too old for the server, the head of the outbox is from a newer
 *   app, or the account has spent its budget of ops (429). Then no pass sends ops before the time that the server
 *   named. This also holds in another tab, in the service worker, and after a reload.
 * - The pass writes only while its account is signed in. A logout ends it.
 * @throws Problem (UNAUTHENTICATED, WRONG_ACCOUNT, RATE_LIMITED, UNAVAILABLE …), NoResponse or PassEnded; no edit is
 *   lost by any of them
 */
export async function syncPass(db: AccountDb, world: SyncWorld): Promise<PassResult> {
  const send: Send = async (from, ops, pageRows, signal = world.signal, onNext) => {
    const response = await postSync(world.fetch, requestOf(db, from, ops, pageRows), signal, onNext)
    return { ...response, arrivedAt: world.now() }
  }
  const pages = new PagesAhead((from, pageRows, stop, onNext) => {
    const signal = world.signal ? AbortSignal.any([world.signal, stop]) : stop
    return send(from, [], pageRows, signal, onNext)
  }, world.now)
  try {
    return await pushAndPull(db, world, send, pages)
  } finally {
    pages.drop()
  }
}

/**
 * A response, and when it arrived, ms by the phone's clock. A page that was asked for ahead may wait long until it is
 * written: the phone may sleep meanwhile.
 */
type Arrived = ReceivedResponse & { arrivedAt: number }

type Send = (
  from: PullFrom,
  ops: Op[],
  pageRows: number,
  signal?: AbortSignal,
  onNext?: (from: PullFrom) => void,
) => Promise<Arrived>

async function pushAndPull(
  db: AccountDb,
  world: SyncWorld,
  send: Send,
  pages: PagesAhead<Arrived>,
): Promise<PassResult> {
  let pullOnly = false
  let refused: Problem | null = null
  let suspectsLeftOut = new Set<string>()
  const checkNotEnded = async () => {
    if (world.signal?.aborted || (world.isSignedIn && !(await world.isSignedIn()))) throw new PassEnded()
  }
  for (;;) {
    await checkNotEnded()
    const state = (await db.sync.get('sync')) ?? FIRST_SYNC
    pullOnly ||= state.minVersion > OP_VERSION
    let batch = pullOnly ? null : await nextOps(db, state.batchLimit)
    if (batch && batch.ops.length > 0 && isTooEarly(state, world.now())) {
      refused = tooEarly(state, world.now())
      pullOnly = true
      batch = null
    }
    const ops = batch?.ops ?? []
    let response: Arrived
    try {
      if (ops.length === 0) response = await pages.take(state)
      else {
        // Pages that were asked for before do not have these edits in them.
        pages.drop()
        await markSent(db, ops)
        response = await send(state, ops, PULL_PAGE_ROWS)
      }
    } catch (error) {
      // A cancelled request tells nothing about its ops.
      if (world.signal?.aborted) throw new PassEnded()
      if (ops.length > 0 && error instanceof Problem && error.code === 'RATE_LIMITED') {
        refused = error
        pullOnly = true
        await patchSync(db, { sendAfter: world.now() + (error.retryAfterSeconds ?? 0) * 1000 })
        continue
      }
      if (await learnFrom(db, error, ops)) continue
      if (await parkFailingOp(db, error, ops, suspectsLeftOut)) continue
      throw error
    }
    await checkNotEnded()
    const taken = await applyResponse(db, state, response, response.arrivedAt)
    if (!taken) continue
    // The server decided nothing: it first wants the edits that the restored database has forgotten.
    if (isRestored(state, response)) {
      // The restored database counts on from an older seq.
      toldSeqs.delete(db)
      continue
    }
    if (response.halted?.code === 'UNAVAILABLE') {
      const untouched = ops.slice(response.results.length)
      await recordFailure(db, untouched)
      if (await parkFailingOp(db, new Problem('UNAVAILABLE', ''), untouched, suspectsLeftOut)) continue
      return 'halted'
    }
    if (response.halted) pullOnly = true
    else if (batch && ops.length > 0) {
      suspectsLeftOut = new Set(batch.suspects.map((record) => record.opId))
      await patchSync(db, { batchLimit: Math.min(MAX_BATCH, state.batchLimit * 2) })
    }
    if (response.more || lacksRows(state, response)) continue
    if (refused) throw refused
    if (pullOnly) return 'needs-update'
    if ((await db.outbox.where('state').equals('waiting').count()) === 0) return 'done'
  }
}

/** The highest seq that a live room has told of, by database. */
const toldSeqs = new WeakMap<AccountDb, number>()

/** Notes that a live room told of a commit. From now on the account's pulls ask for a state that has it. */
export function noteTold(db: AccountDb, seq: number): void {
  if (seq > (toldSeqs.get(db) ?? 0)) toldSeqs.set(db, seq)
}

/** The next request after the phone's record, or after a response. */
function requestOf(db: AccountDb, { cursor, bookmark }: PullFrom, ops: Op[], pageRows: number): SyncRequest {
  const toldSeq = toldSeqs.get(db)
  return {
    uid: db.uid,
    cursor,
    ops,
    pageRows,
    ...(bookmark === undefined ? {} : { bookmark }),
    ...(toldSeq === undefined ? {} : { toldSeq }),
  }
}

/** The server asks for an hour at most. A longer time means that the phone's clock was changed. */
const LONGEST_WAIT_MS = 2 * 60 * 60 * 1000

/** Did the server ask this phone to send its ops later? */
function isTooEarly({ sendAfter = 0 }: SyncRecord, now: number): boolean {
  return sendAfter > now && sendAfter - now <= LONGEST_WAIT_MS
}

function tooEarly({ sendAfter = 0 }: SyncRecord, now: number): Problem {
  const retryAfterSeconds = Math.ceil((sendAfter - now) / 1000)
  return new Problem('RATE_LIMITED', 'The server asked to send these changes later.', { retryAfterSeconds })
}

/** Adjusts the outbox and the sync record after a failed request. @returns whether the pass can continue at once */
async function learnFrom(db: AccountDb, error: unknown, ops: Op[]): Promise<boolean> {
  if (error instanceof NoResponse) {
    if (error.reason === 'slow') await sendFewer(db, ops)
    if (error.reason === 'broken') await recordFailure(db, ops)
    return false
  }
  if (!(error instanceof Problem)) return false
  switch (error.code) {
    case 'INVALID':
    case 'WRONG_ACCOUNT': {
      const named = namedOps(error, ops)
      if (named.length > 0) {
        await park(db, named, error.code === 'WRONG_ACCOUNT' ? ('other-account' satisfies ParkReason) : error.message)
        return true
      }
      if (error.fields && 'cursor' in error.fields) {
        await startOver(db)
        return true
      }
      return false
    }
    case 'TOO_LARGE': {
      const [only, second] = ops
      if (only && !second) {
        await park(db, [only.opId], 'too-large' satisfies ParkReason)
        return true
      }
      await sendFewer(db, ops)
      return ops.length > 1
    }
    case 'UNAVAILABLE':
      await recordFailure(db, ops)
      return false
    default:
      return false
  }
}

/**
 * Parks a suspect that failed alone after the server took all other ops in this pass. In an outage every request fails,
 * so no op is parked. @returns whether it was parked
 */
async function parkFailingOp(db: AccountDb, error: unknown, ops: Op[], suspectsLeftOut: Set<string>): Promise<boolean> {
  const [only] = ops
  const isServer =
    (error instanceof NoResponse && error.reason === 'broken') ||
    (error instanceof Problem && error.code === 'UNAVAILABLE')
  if (!isServer || !only || ops.length > 1 || !suspectsLeftOut.has(only.opId)) return false
  await park(db, [only.opId], 'failing' satisfies ParkReason)
  return true
}

/** The ids of the ops that the fields of a problem name (`ops.3.opId`). */
function namedOps(problem: Problem, ops: Op[]): string[] {
  const named = Object.keys(problem.fields ?? {}).flatMap((field) => {
    const index = /^ops\.(\d+)(\.|$)/.exec(field)?.[1]
    const op = index === undefined ? undefined : ops[Number(index)]
    return op ? [op.opId] : []
  })
  return [...new Set(named)]
}

/**
 * Records, before they are sent, that these ops may reach the server. A user who discards one of them later must be
 * warned.
 */
async function markSent(db: AccountDb, ops: Op[]) {
  const last = ops.at(-1)
  if (!last) return
  const [n = 0] = await db.outbox.where('opId').equals(last.opId).primaryKeys()
  const { sentUpTo = 0 } = (await db.sync.get('sync')) ?? FIRST_SYNC
  if (n > sentUpTo) await patchSync(db, { sentUpTo: n })
}

/** Records a failure of the server: the next request has fewer ops, and a single op gets a failure count. */
async function recordFailure(db: AccountDb, ops: Op[]) {
  await sendFewer(db, ops)
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

async function sendFewer(db: AccountDb, ops: Op[]) {
  if (ops.length > 1) await patchSync(db, { batchLimit: Math.ceil(ops.length / 2) })
}

/**
 * Starts over after the server rejected the cursor. The phone fetches everything again. After the last page it deletes
 * the rows that did not come again.
 */
async function startOver(db: AccountDb) {
  const { gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  await patchSync(db, { cursor: null, gen: gen + 1 })
}

/**
 * Parks ops, and all later ops that depend on them. The user decides what happens to them.
 * @param reason a `ParkReason`, or what the server found wrong
 */
async function park(db: AccountDb, opIds: string[], reason: string) {
  await db.transaction('rw', db.outbox, async () => {
    const blockedTargets = new Set<string>()
    await db.outbox
      .orderBy('n')
      .filter((record) => record.state === 'waiting')
      .modify((record) => {
        if (!opIds.includes(record.opId) && !restsOn(record, blockedTargets)) return
        blockedTargets.add(record.target)
        record.state = 'parked'
        record.reason = reason
      })
  })
}

async function patchSync(db: AccountDb, patch: Partial<SyncRecord>) {
  await db.transaction('rw', db.sync, async () => {
    await db.sync.put({ ...((await db.sync.get('sync')) ?? FIRST_SYNC), ...patch })
  })
}
