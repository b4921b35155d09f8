import { DAY_MS, RESTORE_DAYS } from '../../contract/limits.ts'
import { makesRow } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import type { HaltCode, Verdict } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { parseCursor } from '../pull/pull-sources.ts'
import { assertNotEnded } from './account.ts'
import { newSeed } from './decide/ballot.ts'
import { decide } from './decide/decide.ts'
import { type Actor, type Decided, type Decision, modifiedBy, type OpRequest } from './decide/decision.ts'
import type { KnownOp } from './decide/known-op.ts'
import { assertWithinBudget } from './op-budget.ts'
import type { ReadState, Recorded } from './read-state.ts'
import type { RunningState } from './running-state.ts'

/** The result of one op: its verdict, the row that it names, and how many rows it changed (0 or 1). */
export interface OpResult {
  verdict: Verdict
  targetId: string
  modified: number
}

/** What became of the ops of one request. */
export type Outcome =
  /** `opResults` has a result for each op, in their order. */
  | { kind: 'decided'; opResults: OpResult[] }
  /** The ops were not decided, and nobody knows why; the phone sends them again. */
  | { kind: 'halted'; code: HaltCode }
  /** No op was decided, because the request is not acceptable: the parts of a Problem, which does not travel as such. */
  | ({ kind: 'refused'; detail: string } & Pick<Problem, 'code' | 'fields' | 'retryAfterSeconds'>)

/** The ops that have a result, by op id. */
type Done = Map<string, { uid: string; content: string; result: OpResult }>

/** What is decided of some requests, before anything is written. */
interface DecidedPart {
  /** Those that are complete. A request without an outcome has ops for the next part. */
  outcomes: Map<OpRequest, Outcome>
  /** The ops that are decided for the first time. They are charged to their accounts. */
  decided: Decided[]
  /** The ops after these can only be decided after these are committed. */
  isCut: boolean
}

/**
 * Decides the ops of requests in order, until one needs a commit of those before it.
 *
 * - A recorded op keeps its verdict, and has no second effect.
 * - A request that is not acceptable is refused as a whole: WRONG_ACCOUNT for an op id that another account used; INVALID
 *   for an op id that its account used for another op; RATE_LIMITED for an account over its budget; UNAUTHENTICATED if
 *   the actor's session was ended.
 * - A request with a cursor of another epoch is halted. The database was restored, and the ops may rest on earlier ones
 *   that it has forgotten and that the phone sends again (INV-22).
 */
export function decideAll(requests: OpRequest[], read: ReadState, now: number, isLimited: boolean): DecidedPart {
  const outcomes = new Map<OpRequest, Outcome>()
  const decided: Decided[] = []
  const done: Done = new Map()
  for (const request of requests) {
    const { actor, ops } = request
    const outcome = withoutDecision(request, read, done, now, isLimited)
    if (outcome) {
      outcomes.set(request, outcome)
      continue
    }
    const opResults: OpResult[] = []
    for (const op of ops) {
      let result = done.get(op.opId)?.result ?? recordedResult(op, read.recorded.get(op.opId))
      if (!result) {
        const decision = decideNext(read.state, op, actor, now, decided.length === 0)
        if (!decision) return { outcomes, decided, isCut: true }
        if (decision.verdict.code === 'NOT_FOUND' && mayStillCome(read.state, op, now - read.restoredAt)) {
          outcomes.set(request, { kind: 'halted', code: 'UNAVAILABLE' })
          break
        }
        decided.push({ uid: actor.uid, op, decision })
        const verdict = { opId: op.opId, ...decision.verdict }
        result = { verdict, targetId: op.id, modified: modifiedBy(op, decision) }
      }
      done.set(op.opId, { uid: actor.uid, content: op.content, result })
      opResults.push(result)
    }
    if (!outcomes.has(request)) outcomes.set(request, { kind: 'decided', opResults })
  }
  return { outcomes, decided, isCut: false }
}

/**
 * Decides one op, and applies its effects to the state.
 * @returns null if the op can only be decided after a commit of those before it
 */
function decideNext(state: RunningState, op: KnownOp, actor: Actor, now: number, isFirst: boolean): Decision | null {
  if (namesPromoted(state, op) || state.hasDrawn) return null
  const decision = decide(state, op, actor, now, {
    seed: newSeed(),
    code: newEntryCode(),
    noticeId: crypto.randomUUID(),
  })
  const isDraw = decision.effects.some((effect) => effect.kind === 'draw')
  if (isDraw && !isFirst) return null
  state.apply(decision.effects)
  return decision
}

/** May an earlier op of the batch have promoted an application that this op names? */
function namesPromoted(state: RunningState, op: KnownOp): boolean {
  const from = takenFrom(op)
  return state.mayBePromoted(op.id) || (from !== undefined && state.mayBePromoted(from))
}

/**
 * Is the entry that an account takes not there, although the database may have forgotten it? After a restore the phone
 * of who made it sends it again (INV-22).
 * @param sinceRestore ms
 */
function mayStillCome(state: RunningState, op: KnownOp, sinceRestore: number): boolean {
  const taken = op.type === 'application.claim' ? op.id : takenFrom(op)
  if (taken === undefined || op.type === 'application.defer') return false
  const isKnown = state.applications.has(taken) || state.gone.has(`application:${taken}`)
  return !isKnown && sinceRestore < RESTORE_DAYS * DAY_MS
}

/** The entry whose place an op takes. */
function takenFrom(op: KnownOp): string | undefined {
  return op.type === 'application.takeOver' || op.type === 'application.defer' ? op.patch.data?.from : undefined
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
    if (!(error instanceof Problem)) throw error
    const { code, message: detail, fields, retryAfterSeconds } = error
    return { kind: 'refused', code, detail, fields, retryAfterSeconds }
  }
}

function recordedResult(op: KnownOp, record: Recorded | undefined): OpResult | undefined {
  if (!record) return undefined
  return { verdict: { opId: op.opId, ...record.verdict }, targetId: record.targetId, modified: record.modified }
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
      fields: { [field]: { code: 'OTHER_ACCOUNTS' } },
    })
  }
  const content = earlier ?? done?.content
  if ((record && !isOf(op, record)) || (content !== undefined && content !== op.content)) {
    throw new Problem('INVALID', 'This operation id was used for something else.', {
      fields: { [field]: { code: 'USED' } },
    })
  }
}

/**
 * Is this the op that was recorded under its op id? For a create the row id is not compared: a create without a row id
 * gets a new one at each attempt.
 */
function isOf(op: KnownOp, record: Recorded): boolean {
  if (record.type !== op.type) return false
  if (record.targetId !== op.id && !makesRow(op)) return false
  return record.content === op.content
}
