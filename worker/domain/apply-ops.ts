import { actionOf } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import type { HaltCode, Verdict } from '../../contract/sync.ts'
import { assertNotEnded } from './account.ts'
import { newSeed } from './ballot.ts'
import { decide } from './decide.ts'
import { type Actor, type Decided, isStaffOp } from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { assertWithinBudget } from './op-budget.ts'
import { parseCursor } from './pull-sources.ts'
import { type Recorded, readState } from './read-state.ts'
import type { RunningState } from './running-state.ts'
import { type CommittedNotice, writeStatements } from './write-ops.ts'

/** Most attempts at a batch whose guards fail. */
export const MAX_TRIES = 8
const JITTER_MS = 20

/** The result of one op: its verdict, the row that it names, and how many rows it changed (0 or 1). */
export interface OpResult {
  verdict: Verdict
  targetId: string
  modified: number
}

/**
 * What a request committed.
 * - `seq`: the highest seq that it used.
 * - `marathonIds`: the marathons whose rows or applications it changed. A marathon that it created is not among them,
 *   because nobody can show it yet.
 * - `staffMarathonIds`: the marathons of check-ins and bibs that it changed. These are on screens of the organiser and
 *   of helpers. A marathon may be in both sets.
 * - `notices`: the notices that it made, for everybody or for one account.
 */
export interface Commit {
  seq: number
  marathonIds: Set<string>
  staffMarathonIds: Set<string>
  notices: CommittedNotice[]
}

/** The commit of a request that has changed nothing. */
export function emptyCommit(): Commit {
  return { seq: 0, marathonIds: new Set(), staffMarathonIds: new Set(), notices: [] }
}

/** What became of a request's ops. `trailingReads` has the results of the caller's reads, in their order. */
export interface Applied {
  opResults: OpResult[]
  halted: { code: HaltCode } | null
  trailingReads: D1Result[]
  commit: Commit
  /** How often a guard failed. */
  retries: number
}

/**
 * Decides ops in order and commits them. `trailingReads` run at the end of the same transaction.
 *
 *     read statement -> decide (pure, in memory) -> write batch with guards
 *           ^-------------- a guard failed --------------'   (8 attempts with jitter, then halted)
 *
 * - One attempt costs two D1 round trips, whatever the number of ops. Without ops, the trailing reads cost one.
 * - An op that is already recorded for this account returns its recorded verdict and has no second effect.
 * - Each op that is decided for the first time is charged to the account.
 * - An op on an application that this request may have promoted is decided after a commit of the ops before it. A draw
 *   is a batch of its own, because it changes rows that this request has not read.
 * - If a guard fails at all 8 attempts, `halted` is UNAVAILABLE and `opResults` is empty. Ops before a draw or a
 *   promotion may be committed already; sent again, they get their recorded verdict.
 * - The same happens with a cursor of another epoch. The database was restored, and the ops may rest on earlier ones
 *   that it has forgotten and that the phone sends again (INV-22).
 * - Every other error of D1 leaves this function. It is transient and never becomes a rejection.
 * @param timeSource returns the server's time, ms since the epoch; it is read once for each attempt
 * @param isLimited whether the account is charged
 * @param cursor the phone's cursor; null for a caller without one
 * @throws Problem WRONG_ACCOUNT for an op id that another account used; INVALID for an op id that this account used for
 *   another op; RATE_LIMITED for an account over its budget; UNAUTHENTICATED if the actor's session was ended
 */
export async function applyOps(
  d1: D1Database,
  actor: Actor,
  ops: KnownOp[],
  timeSource: () => number,
  trailingReads: D1PreparedStatement[],
  isLimited: boolean,
  cursor: string | null = null,
): Promise<Applied> {
  const isOfHere = (epoch: string) => cursor === null || parseCursor(cursor).epoch === epoch
  const commit = emptyCommit()
  let retries = 0
  const created = new Set<string>()
  for (let attempt = 1; ops.length > 0 && attempt <= MAX_TRIES; attempt++) {
    const now = timeSource()
    const { state, recorded, spentUntil, epoch, sessionsEnd } = await readState(d1, ops, actor.uid)
    if (actor.issuedAt !== undefined) assertNotEnded(actor.issuedAt, sessionsEnd)
    if (!isOfHere(epoch)) break
    const before = {
      marathons: new Map(state.marathons),
      applications: new Map(state.applications),
      checkIns: new Map(state.checkIns),
      notices: new Map(state.notices),
      people: new Map(state.people),
      bibs: new Map(state.bibs),
      gone: new Map(state.gone),
      helping: state.helping,
    }
    const isNew = (id: string) => created.has(id) || (state.marathons.has(id) && !before.marathons.has(id))
    const { opResults, decided, isCut } = decideAll(ops, state, recorded, actor, now)
    if (decided.length === 0)
      return { opResults, halted: null, trailingReads: await runReads(d1, trailingReads), commit, retries }
    if (isLimited) assertWithinBudget(spentUntil, now)
    const { writes, noticesOf } = writeStatements(d1, { actor, decided, before, now, isLimited })
    try {
      const results = await d1.batch<{ seq: number }>(isCut ? writes : [...writes, ...trailingReads])
      // The first statement of a write batch moves the clock and returns it.
      commit.notices.push(...noticesOf(results))
      commit.seq = results[0]?.results[0]?.seq ?? 0
      for (const one of decided) {
        const touched = isStaffOp(one.op.type) ? commit.staffMarathonIds : commit.marathonIds
        for (const id of marathonIdsOf(one)) (isNew(id) ? created : touched).add(id)
      }
      if (isCut) {
        // The committed ops have records now, and the others are decided from what was written.
        attempt = 0
        continue
      }
      return { opResults, halted: null, trailingReads: results.slice(writes.length), commit, retries }
    } catch (error) {
      if (!isGuardFailure(error)) throw error
      retries += 1
      await pauseAfter(attempt)
    }
  }
  return {
    opResults: [],
    halted: ops.length > 0 ? { code: 'UNAVAILABLE' } : null,
    trailingReads: await runReads(d1, trailingReads),
    commit,
    retries,
  }
}

/** What one attempt decides, before anything is written. */
interface Attempt {
  opResults: OpResult[]
  /** The ops that are decided for the first time. */
  decided: Decided[]
  /** The ops after these can only be decided after these are committed. */
  isCut: boolean
}

/**
 * Decides ops in order, until one needs a commit of those before it. A recorded op keeps its verdict.
 * @throws Problem WRONG_ACCOUNT, INVALID for an op id that stands for another op
 */
function decideAll(
  ops: KnownOp[],
  state: RunningState,
  recorded: ReadonlyMap<string, Recorded>,
  actor: Actor,
  now: number,
): Attempt {
  const opResults: OpResult[] = []
  const decided: Decided[] = []
  const done = new Map<string, { result: OpResult; content: string }>()
  for (const [index, op] of ops.entries()) {
    const record = recorded.get(op.opId)
    const earlier = done.get(op.opId)
    assertSameOp(index, op, actor, record, earlier?.content)
    let result = earlier?.result ?? (record && recordedResult(op, record))
    if (!result) {
      if (state.mayBePromoted(op.id) || state.hasDrawn) return { opResults, decided, isCut: true }
      const decision = decide(state, op, actor, now, newSeed())
      const isDraw = decision.effects.some((effect) => effect.kind === 'draw')
      if (isDraw && decided.length > 0) return { opResults, decided, isCut: true }
      state.apply(decision.effects)
      decided.push({ op, decision })
      const modified = decision.effects.some((effect) => effect.kind !== 'count') ? 1 : 0
      result = { verdict: { opId: op.opId, ...decision.verdict }, targetId: op.id, modified }
    }
    done.set(op.opId, { result, content: op.content })
    opResults.push(result)
  }
  return { opResults, decided, isCut: false }
}

function recordedResult(op: KnownOp, { verdict, targetId, modified }: Recorded): OpResult {
  return { verdict: { opId: op.opId, ...verdict }, targetId, modified }
}

/**
 * @param index the op's place in the request, which the problem names
 * @param record what is recorded under its op id
 * @param earlier the content of an op of this request with the same op id
 * @throws Problem WRONG_ACCOUNT, INVALID if its op id stands for another op
 */
function assertSameOp(index: number, op: KnownOp, actor: Actor, record?: Recorded, earlier?: string) {
  const field = `ops.${index}.opId`
  if (record && record.uid !== actor.uid) {
    throw new Problem('WRONG_ACCOUNT', 'This operation belongs to another account.', {
      fields: { [field]: 'is recorded for another account' },
    })
  }
  if ((record && !isOf(op, record)) || (earlier !== undefined && earlier !== op.content)) {
    throw new Problem('INVALID', 'This operation id was used for something else.', {
      fields: { [field]: 'was used for something else' },
    })
  }
}

/** The marathons that the effects of an op touch. */
function marathonIdsOf({ decision }: Decided): string[] {
  return decision.effects.map((effect) => {
    if (effect.kind === 'count' || effect.kind === 'draw') return effect.marathonId
    return 'marathonId' in effect.row ? effect.row.marathonId : effect.row.id
  })
}

/**
 * Is this the op that was recorded under its op id? For a create the row id is not compared: a create without a row id
 * gets a new one at each attempt.
 */
function isOf(op: KnownOp, record: Recorded): boolean {
  if (record.type !== op.type) return false
  if (record.targetId !== op.id && actionOf(op) !== 'create') return false
  return record.content === null || record.content === op.content
}

async function runReads(d1: D1Database, reads: D1PreparedStatement[]): Promise<D1Result[]> {
  return reads.length > 0 ? await d1.batch(reads) : []
}

/**
 * Did a guard abort the batch? A guard inserts NULL into a NOT NULL column. A unique index acts as a guard too: it
 * aborts the insert of a row that exists by now. D1's errors have no code, so this function reads their text.
 */
export function isGuardFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/constraint failed/i.test(cause.message)) return true
  }
  return false
}

/** A short random pause before the next attempt, longer after more attempts. */
export async function pauseAfter(attempt: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS * attempt))
}
