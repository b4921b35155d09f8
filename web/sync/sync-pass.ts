import { OP_VERSION } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Op, PullFrom, SyncRequest, SyncResponse } from '../../contract/sync.ts'
import { type Fetch, NoResponse } from '../calls/call-api.ts'
import { type AccountDb, FIRST_SYNC, type SyncRecord } from '../store/account-db.ts'
import { applyResponse, isRestored } from './apply-response.ts'
import {
  countFailure,
  forgetBlame,
  type Meaning,
  meaningOf,
  noteOthersTaken,
  patchSync,
  retryAside,
  sendFewer,
  setAside,
} from './failures.ts'
import { type Batch, nextOps } from './next-ops.ts'
import { FIRST_PAGE_ROWS, PagesAhead } from './pages-ahead.ts'
import { postSync } from './post-sync.ts'
import type { Line } from './server-clock.ts'

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
/** Most rows in the response to a request with edits. A page that comes too late takes their verdicts along. */
const ROWS_WITH_OPS = 100

/**
 * Runs one sync pass: it pushes and pulls until the outbox is empty and the last page is in.
 *
 *     outbox head + cursor -> POST /sync -> one Dexie transaction -> again while there is more
 *
 * - Two passes never run at once for an account, in any tab or worker: the caller holds the Web Lock `sync:<uid>`.
 * - No request runs inside a Dexie transaction. In a pull of many pages, the next pages load while one is written
 *   (pages-ahead).
 * - What cannot be sent never stops reading: after a request with edits that failed, the pass sends none, reads to the
 *   end, and then fails. What the failure means for the edits says one table (failures).
 * - The pass also only reads if this app is too old for the server, if the head of the outbox is from a newer app, and
 *   before the time that the server named (429). The time is stored, so this also holds in another tab, in the service
 *   worker, and after a reload.
 * - The pass writes only while its account is signed in. A logout ends it.
 * @throws Problem (UNAUTHENTICATED, WRONG_ACCOUNT, RATE_LIMITED, UNAVAILABLE …), NoResponse or PassEnded; no edit is
 *   lost by any of them
 */
export async function syncPass(db: AccountDb, world: SyncWorld): Promise<PassResult> {
  const send: Send = async (from, ops, pageRows, signal = world.signal, onNext) => {
    const line = { askedAt: world.now(), answeredAt: 0 }
    const onHead = () => {
      line.answeredAt = world.now()
    }
    const response = await postSync(world.fetch, requestOf(db, from, ops, pageRows), signal, onNext, onHead)
    return { ...response, arrivedAt: world.now(), line }
  }
  const { pageRows } = (await db.sync.get('sync')) ?? FIRST_SYNC
  const pages = new PagesAhead(
    (from, rows, stop, onNext) => {
      const signal = world.signal ? AbortSignal.any([world.signal, stop]) : stop
      return send(from, [], rows, signal, onNext)
    },
    world.now,
    pageRows,
  )
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
type Arrived = SyncResponse & { arrivedAt: number; line: Line }

type Send = (
  from: PullFrom,
  ops: Op[],
  pageRows: number,
  signal?: AbortSignal,
  onNext?: (from: PullFrom) => void,
) => Promise<Arrived>

/** A request with edits that failed in this pass. `error` is null where the server halted. */
interface Failed {
  ops: Op[]
  meaning: Meaning
  error: Problem | NoResponse | null
}

async function pushAndPull(
  db: AccountDb,
  world: SyncWorld,
  send: Send,
  pages: PagesAhead<Arrived>,
): Promise<PassResult> {
  let failed: Failed | null = null
  let isTooOld = false
  const checkNotEnded = async () => {
    if (world.signal?.aborted || (world.isSignedIn && !(await world.isSignedIn()))) throw new PassEnded()
  }
  await checkNotEnded()
  await retryAside(db, world.now())
  for (;;) {
    await checkNotEnded()
    const state = (await db.sync.get('sync')) ?? FIRST_SYNC
    isTooOld ||= state.minVersion > OP_VERSION
    let batch: Batch = failed || isTooOld ? NO_BATCH : await nextOps(db, state.batchLimit)
    const waitMs = batch.ops.length > 0 ? msToWait(state, world.now()) : 0
    if (waitMs > 0) {
      const error = tooEarly(waitMs)
      failed = { ops: [], meaning: meaningOf(error, []), error }
      batch = NO_BATCH
    }
    const { ops } = batch
    let response: Arrived
    try {
      if (ops.length === 0) response = await pages.take(state)
      else {
        // Pages that were asked for before do not have these edits in them.
        pages.drop()
        await markSent(db, ops)
        response = await send(state, ops, Math.min(pages.firstRows, ROWS_WITH_OPS))
      }
    } catch (error) {
      // A cancelled request tells nothing about its ops.
      if (world.signal?.aborted) throw new PassEnded()
      if (!(error instanceof Problem || error instanceof NoResponse)) throw error
      const meaning = meaningOf(error, ops)
      if (meaning.kind === 'slow') await askForLess(db, pages, ops)
      if (meaning.kind === 'cursor') {
        await startOver(db)
        continue
      }
      if (ops.length === 0) {
        await forgetBlame(db)
        throw error
      }
      if (await setAsideAtOnce(db, meaning, ops, world.now())) continue
      if (meaning.kind === 'wait') await waitFor(db, meaning.seconds, world.now())
      if (globalThis.navigator?.onLine === false) throw error
      failed = { ops, meaning, error }
      continue
    }
    await checkNotEnded()
    const taken = await applyResponse(db, state, response, response.arrivedAt, response.line)
    if (!taken) continue
    // The server decided nothing: it first wants the edits that the restored database has forgotten.
    if (isRestored(state, response)) {
      // The restored database counts on from an older seq.
      toldSeqs.delete(db)
      continue
    }
    await keepRows(db, pages, state)
    const undecided = ops.slice(response.results.length)
    const code = response.halted?.code
    if (code === 'UNKNOWN_OP') isTooOld = true
    else if (code === 'UNAVAILABLE' && ops.length === 0) {
      await forgetBlame(db)
      return 'halted'
    } else if (undecided.length > 0) failed = { ops: undecided, meaning: { kind: code ? 'later' : 'own' }, error: null }
    else if (ops.length > 0) {
      await patchSync(db, { batchLimit: Math.min(MAX_BATCH, state.batchLimit * 2) })
      await noteOthersTaken(db, batch.suspects, world.now())
    }
    if (response.more) continue
    if (failed) {
      const isSetAside = await countFailure(db, failed.ops, failed.meaning, world.now())
      if (!isSetAside && failed.error) throw failed.error
      if (!isSetAside) return 'halted'
      failed = null
    }
    if (isTooOld) return 'needs-update'
    if ((await db.outbox.where('state').equals('waiting').count()) === 0) return 'done'
  }
}

const NO_BATCH: Batch = { ops: [], suspects: [] }

/** Sets edits aside that a failure blames by itself, or halves a request that is too large. @returns whether it did */
async function setAsideAtOnce(db: AccountDb, meaning: Meaning, ops: Op[], now: number): Promise<boolean> {
  if (meaning.kind !== 'named' && meaning.kind !== 'large') return false
  const all = { opIds: ops.map(({ opId }) => opId), reason: 'too-large' as const }
  const { opIds, reason } = meaning.kind === 'named' ? meaning : all
  if (meaning.kind === 'large' && ops.length > 1) await sendFewer(db, ops)
  else await setAside(db, opIds, reason, now)
  return true
}

/** After a request that took too long: the next one has half as many ops, and pages have half as many rows. */
async function askForLess(db: AccountDb, pages: PagesAhead<Arrived>, ops: Op[]) {
  await sendFewer(db, ops)
  if (ops.length > 0) pages.tookTooLong(Math.min(pages.firstRows, ROWS_WITH_OPS))
  await patchSync(db, { pageRows: pages.firstRows })
}

/** Stores how many rows the line carries, for the first page of the next pass. */
async function keepRows(db: AccountDb, { firstRows }: PagesAhead<Arrived>, { pageRows = FIRST_PAGE_ROWS }: SyncRecord) {
  if (firstRows !== pageRows) await patchSync(db, { pageRows: firstRows })
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

/** The server asked to send edits later. */
async function waitFor(db: AccountDb, seconds: number, now: number) {
  await patchSync(db, { limitedAt: now, sendAfter: now + seconds * 1000 })
}

/** For how long the server still wants no edits of this phone. 0 where the phone's clock was set back since. */
function msToWait({ limitedAt = Number.POSITIVE_INFINITY, sendAfter = 0 }: SyncRecord, now: number): number {
  return now < limitedAt ? 0 : Math.max(0, sendAfter - now)
}

function tooEarly(waitMs: number): Problem {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return new Problem('RATE_LIMITED', 'The server asked to send these changes later.', { retryAfterSeconds })
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

/**
 * Starts over after the server rejected the cursor. The phone fetches everything again. After the last page it deletes
 * the rows that did not come again.
 */
async function startOver(db: AccountDb) {
  const { gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  await patchSync(db, { cursor: null, gen: gen + 1 })
}
