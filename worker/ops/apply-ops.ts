import { actionOf } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import type { HaltCode, Verdict } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { parseCursor } from '../pull/pull-sources.ts'
import { assertNotEnded } from './account.ts'
import { assumeState, rememberMarathons } from './assumed-state.ts'
import { newSeed } from './decide/ballot.ts'
import { decide } from './decide/decide.ts'
import { type Actor, type Decided, isStaffOp, type OpRequest } from './decide/decision.ts'
import type { KnownOp } from './decide/known-op.ts'
import { assertWithinBudget } from './op-budget.ts'
import { type ReadState, type Recorded, readState } from './read-state.ts'
import type { RunningState } from './running-state.ts'
import { isGuardFailure } from './write-guards.ts'
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
 * What a batch committed.
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

/** The commit of a batch that has changed nothing. */
export function emptyCommit(): Commit {
  return { seq: 0, marathonIds: new Set(), staffMarathonIds: new Set(), notices: [] }
}

/** What became of the ops of one request. */
export type Outcome =
  /** `opResults` has a result for each op, in their order. */
  | { kind: 'decided'; opResults: OpResult[] }
  /** The ops were not decided, and nobody knows why; the phone sends them again. */
  | { kind: 'halted'; code: HaltCode }
  /** No op was decided, because the request is not acceptable. */
  | { kind: 'refused'; problem: Problem }

/** What became of a batch. */
export interface Applied {
  /** One for each request, in their order. */
  outcomes: Outcome[]
  /** The results of the caller's reads, in their order. They are empty if every request was refused. */
  trailingReads: D1Result[]
  commit: Commit
  /** How often a guard failed after a read. */
  retries: number
  /** When the registration opens of each marathon that an op applied to, ms since the epoch, by the marathon's id. */
  opensAt: Map<string, number>
}

/** How ops are applied. */
export interface ApplyOptions {
  /** Returns the server's time, ms since the epoch; it is read once for each attempt. */
  timeSource: () => number
  /** Are the accounts charged? */
  isLimited: boolean
  /** Reads for the end of the transaction. */
  trailingReads?: D1PreparedStatement[]
}

/**
 * Decides the ops of one or several requests in order and commits them as one batch.
 *
 *     read statement -> decide (pure, in memory) -> write batch with guards
 *           ^-------------- a guard failed --------------'   (8 attempts with jitter, then halted)
 *
 * - One attempt costs two D1 round trips, whatever the number of ops and requests. Without ops, the trailing reads cost
 *   one. An application to a marathon that this isolate knows is first tried without the read (domain/assumed-state).
 * - An op that is already recorded for its account returns its recorded verdict and has no second effect.
 * - Each op that is decided for the first time is charged to its account.
 * - A request that is not acceptable is refused as a whole, and the others go on: WRONG_ACCOUNT for an op id that another
 *   account used; INVALID for an op id that its account used for another op; RATE_LIMITED for an account over its budget;
 *   UNAUTHENTICATED if the actor's session was ended. After a first commit it is halted instead.
 * - An op on an application that an earlier op may have promoted is decided after a commit of the ops before it. A draw
 *   is a batch of its own, because it changes rows that were not read.
 * - If a guard fails at all 8 attempts, the outcome is halted with UNAVAILABLE. Ops before a draw or a promotion may be
 *   committed already; sent again, they get their recorded verdict.
 * - The same happens to a request with a cursor of another epoch. The database was restored, and the ops may rest on
 *   earlier ones that it has forgotten and that the phone sends again (INV-22).
 * - Every other error of D1 leaves this function. It is transient and never becomes a rejection.
 */
export async function applyOps(
  d1: D1Database,
  requests: OpRequest[],
  { timeSource, isLimited, trailingReads = [] }: ApplyOptions,
): Promise<Applied> {
  const commit = emptyCommit()
  const outcomes = new Map<OpRequest, Outcome>()
  const opensAt = new Map<string, number>()
  let retries = 0
  let mayAssume = requests.length === 1
  const created = new Set<string>()
  const finish = (reads: D1Result[]): Applied => {
    const halted: Outcome = { kind: 'halted', code: 'UNAVAILABLE' }
    return {
      outcomes: requests.map((request) => outcomes.get(request) ?? halted),
      trailingReads: reads,
      commit,
      retries,
      opensAt,
    }
  }
  for (const request of requests)
    if (request.ops.length === 0) outcomes.set(request, { kind: 'decided', opResults: [] })

  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const open = requests.filter((request) => !outcomes.has(request))
    if (open.length === 0) break
    const now = timeSource()
    const ops = open.flatMap((request) => request.ops)
    const [first] = open
    const assumed = mayAssume && first ? assumeState(first) : null
    const read =
      assumed ??
      (await readState(
        d1,
        open.flatMap(({ actor, ops }) => ops.map((op) => ({ uid: actor.uid, op }))),
      ))
    const { state } = read
    noteOpenings(opensAt, open, state)
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
    const { opResults, undecided, decided, isCut } = decideAll(open, read, now, isLimited)
    for (const [request, outcome] of undecided) {
      // A refusal has no commit to tell of, and ops before this one may be committed. The phone sends them again.
      const isLate = outcome.kind === 'refused' && commit.seq > 0
      outcomes.set(request, isLate ? { kind: 'halted', code: 'UNAVAILABLE' } : outcome)
    }
    if (decided.length > 0) {
      const { writes, noticesOf } = writeStatements(d1, {
        decided,
        before,
        now,
        isLimited,
        actors: open.map(({ actor }) => actor),
        assumedEpoch: assumed ? read.epoch : undefined,
      })
      try {
        const results = await d1.batch<{ seq: number }>(isCut ? writes : [...writes, ...trailingReads])
        rememberMarathons(ops, read)
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
        for (const [request, ofRequest] of opResults) outcomes.set(request, { kind: 'decided', opResults: ofRequest })
        return finish(results.slice(writes.length))
      } catch (error) {
        if (!isGuardFailure(error)) throw error
        if (assumed) {
          mayAssume = false
          attempt = 0
          continue
        }
        retries += 1
        await pauseAfter(attempt)
        continue
      }
    }
    for (const [request, ofRequest] of opResults) outcomes.set(request, { kind: 'decided', opResults: ofRequest })
    break
  }
  const isRefused = requests.every((request) => outcomes.get(request)?.kind === 'refused')
  return finish(isRefused || trailingReads.length === 0 ? [] : await d1.batch(trailingReads))
}

/** The group commit of a marathon, as a request reaches it (worker/group). */
export interface GroupCommit {
  /**
   * Has the ops decided and committed together with those of other accounts.
   * @returns null if they must be applied directly: they are no applications to a marathon with a crowd, or the group
   *   commit did not answer. Their op ids keep them from being applied twice.
   */
  submit(request: OpRequest): Promise<Outcome | null>
  /** Learns from ops that were applied directly where a crowd is. */
  learn(applied: Applied): void
}

/** What became of one request that was accepted. */
export type AppliedRequest = Omit<Applied, 'outcomes' | 'opensAt'> & {
  /** The result of each op; empty if they were not decided. */
  opResults: OpResult[]
  halted: { code: HaltCode } | null
}

/**
 * Applies the ops of one request: by the group commit if that takes them, otherwise directly (`applyOps`). After a group
 * commit the trailing reads are a round trip of their own, and `commit` is empty: the group commit tells of it.
 * @throws Problem of a request that is refused
 */
export async function applyRequest(
  d1: D1Database,
  request: OpRequest,
  options: ApplyOptions,
  group?: GroupCommit,
): Promise<AppliedRequest> {
  const { trailingReads = [] } = options
  const grouped = await group?.submit(request)
  if (grouped) {
    const results = resultsOf(grouped)
    const reads = trailingReads.length > 0 ? await d1.batch(trailingReads) : []
    return { ...results, trailingReads: reads, commit: emptyCommit(), retries: 0 }
  }
  const { outcomes, opensAt, ...applied } = await applyOps(d1, [request], options)
  group?.learn({ outcomes, opensAt, ...applied })
  return { ...resultsOf(outcomes[0]), ...applied }
}

/** @throws Problem of a request that was refused */
function resultsOf(outcome: Outcome | undefined): Pick<AppliedRequest, 'opResults' | 'halted'> {
  if (!outcome) throw new Error('the request has no outcome')
  if (outcome.kind === 'refused') throw outcome.problem
  return outcome.kind === 'decided'
    ? { opResults: outcome.opResults, halted: null }
    : { opResults: [], halted: { code: outcome.code } }
}

/** What one attempt decides, before anything is written. */
interface Attempt {
  /** By request. The results are complete if the attempt is not cut. */
  opResults: Map<OpRequest, OpResult[]>
  undecided: Map<OpRequest, Outcome>
  /** The ops that are decided for the first time. */
  decided: Decided[]
  /** The ops after these can only be decided after these are committed. */
  isCut: boolean
}

/** The ops of this attempt that have a result, by op id. */
type Done = Map<string, { uid: string; content: string; result: OpResult }>

/** Decides ops in order, until one needs a commit of those before it. A recorded op keeps its verdict. */
function decideAll(requests: OpRequest[], read: ReadState, now: number, isLimited: boolean): Attempt {
  const { state, recorded } = read
  const opResults = new Map<OpRequest, OpResult[]>()
  const undecided = new Map<OpRequest, Outcome>()
  const decided: Decided[] = []
  const done: Done = new Map()
  for (const request of requests) {
    const { actor, ops } = request
    const outcome = withoutDecision(request, read, done, now, isLimited)
    if (outcome) {
      undecided.set(request, outcome)
      continue
    }
    const ofRequest: OpResult[] = []
    opResults.set(request, ofRequest)
    for (const op of ops) {
      const record = recorded.get(op.opId)
      let result = done.get(op.opId)?.result ?? (record && recordedResult(op, record))
      if (!result) {
        if (state.mayBePromoted(op.id) || state.hasDrawn) return { opResults, undecided, decided, isCut: true }
        const decision = decide(state, op, actor, now, { seed: newSeed(), code: newEntryCode() })
        const isDraw = decision.effects.some((effect) => effect.kind === 'draw')
        if (isDraw && decided.length > 0) return { opResults, undecided, decided, isCut: true }
        state.apply(decision.effects)
        decided.push({ uid: actor.uid, op, decision })
        const modified = decision.effects.some((effect) => effect.kind !== 'count') ? 1 : 0
        result = { verdict: { opId: op.opId, ...decision.verdict }, targetId: op.id, modified }
      }
      done.set(op.opId, { uid: actor.uid, content: op.content, result })
      ofRequest.push(result)
    }
  }
  return { opResults, undecided, decided, isCut: false }
}

/**
 * The outcome of a request whose ops are not to be decided: it is not acceptable, or its cursor is of another epoch.
 * Null for every other request.
 */
function withoutDecision(
  request: OpRequest,
  read: ReadState,
  done: Done,
  now: number,
  isLimited: boolean,
): Outcome | null {
  const { actor, ops, cursor } = request
  const account = read.accounts.get(actor.uid)
  try {
    if (actor.issuedAt !== undefined) assertNotEnded(actor.issuedAt, account?.sessionsEnd ?? null)
    if (cursor && parseCursor(cursor).epoch !== read.epoch) return { kind: 'halted', code: 'UNAVAILABLE' }
    const contents = new Map<string, string>()
    for (const [index, op] of ops.entries()) {
      assertSameOp(index, op, actor, read.recorded.get(op.opId), done.get(op.opId), contents.get(op.opId))
      contents.set(op.opId, op.content)
    }
    const isNew = ops.some(({ opId }) => !read.recorded.has(opId) && !done.has(opId))
    if (isLimited && isNew) assertWithinBudget(account?.spentUntil ?? null, now)
    return null
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused', problem: error }
    throw error
  }
}

function recordedResult(op: KnownOp, { verdict, targetId, modified }: Recorded): OpResult {
  return { verdict: { opId: op.opId, ...verdict }, targetId, modified }
}

/**
 * @param index the op's place in the request, which the problem names
 * @param record what is recorded under its op id
 * @param done an op of an earlier request of this batch with the same op id
 * @param earlier the content of an earlier op of this request with the same op id
 * @throws Problem WRONG_ACCOUNT, INVALID if its op id stands for another op
 */
function assertSameOp(
  index: number,
  op: KnownOp,
  actor: Actor,
  record?: Recorded,
  done?: { uid: string; content: string },
  earlier?: string,
) {
  const field = `ops.${index}.opId`
  if ((record && record.uid !== actor.uid) || (done && done.uid !== actor.uid)) {
    throw new Problem('WRONG_ACCOUNT', 'This operation belongs to another account.', {
      fields: { [field]: 'is recorded for another account' },
    })
  }
  const content = earlier ?? done?.content
  if ((record && !isOf(op, record)) || (content !== undefined && content !== op.content)) {
    throw new Problem('INVALID', 'This operation id was used for something else.', {
      fields: { [field]: 'was used for something else' },
    })
  }
}

/** Notes when the registration opens of the marathons that ops apply to. */
function noteOpenings(opensAt: Map<string, number>, requests: OpRequest[], { marathons }: RunningState) {
  for (const op of requests.flatMap(({ ops }) => ops)) {
    if (op.type !== 'application.create' || !op.patch.success) continue
    const marathon = marathons.get(op.patch.data.marathonId)
    if (marathon) opensAt.set(marathon.id, Date.parse(marathon.regStart))
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

/** A short random pause before the next attempt, longer after more attempts. */
export async function pauseAfter(attempt: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS * attempt))
}
