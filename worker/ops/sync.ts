import type { FieldErrors } from '../../contract/field-errors.ts'
import { invalid } from '../../contract/invalid.ts'
import { OP_VERSION } from '../../contract/limits.ts'
import { wrongBase, wrongPatch } from '../../contract/op-values.ts'
import { isOpType, type OpType } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import type { HaltCode, Op, SyncRequest, Verdict } from '../../contract/sync.ts'
import { type PullPage, pullStatements } from '../pull/pull.ts'
import { assertMayRead, latestRead } from '../pull/read-budget.ts'
import { assertNotEnded, readEnd, sessionsEndStatement } from './account.ts'
import { type Commit, emptyCommit } from './apply-ops.ts'
import { applyRequest, type GroupCommit } from './apply-request.ts'
import type { Actor } from './decide/decision.ts'
import { parseOp } from './decide/known-op.ts'
import { logFailure } from './log-failure.ts'
import { contentOf } from './op-content.ts'

/** What POST /sync responds with, and what the request log says of it. */
export interface SyncResult {
  results: Verdict[]
  halted: { code: HaltCode } | null
  /** Where the database failed, it has no rows, no epoch and no seq. */
  page: Omit<PullPage, 'cursor' | 'epoch' | 'seq' | 'readUntil'> & {
    cursor: string | null
    epoch?: string
    seq?: number
  }
  commit: Commit
  /** How often the batch was decided again, because a guard failed. */
  retries: number
}

/** `more` is true because this is no page: the phone must not take it for the last one. */
const NO_PAGE = { more: true, reset: false, bytes: 0, columns: {}, notices: '[]', deleted: '[]' }

/**
 * One sync call. It decides and commits the ops before the first unknown one, and reads the pull in the same
 * transaction. An error of D1 is transient: the result is halted with UNAVAILABLE, and no op is rejected. The result is
 * the same for a cursor of another epoch: the phone first sends again what the restored database has forgotten.
 * @param timeSource returns the server's time, ms since the epoch
 * @param isLimited whether the account is charged for its ops
 * @param group the group commit, which takes applications to a marathon with a crowd
 * @throws Problem RATE_LIMITED, also for an account that has read too much; UNAUTHENTICATED if the session was ended;
 *   WRONG_ACCOUNT; INVALID for an op id that was used for another op, or with the ops whose `base` or `patch` has a
 *   value that no field can have
 */
export async function sync(
  d1: D1Database,
  actor: Required<Actor>,
  request: SyncRequest,
  timeSource: () => number,
  isLimited: boolean,
  group?: GroupCommit,
): Promise<SyncResult> {
  const unknownAt = request.ops.findIndex((op) => !isKnown(op))
  const known = (unknownAt < 0 ? request.ops : request.ops.slice(0, unknownAt)).filter(isKnown)
  const wrong: FieldErrors = {}
  for (const [index, op] of known.entries()) {
    nameWrong(wrong, `ops.${index}.base`, wrongBase(op.base, op.patch))
    nameWrong(wrong, `ops.${index}.patch`, wrongPatch(op.patch))
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  try {
    const ops = known.map((op) => parseOp({ ...op, content: contentOf(op) }))
    const pull = pullStatements(d1, actor.uid, request.cursor, request.pageRows, timeSource(), isLimited)
    // With ops, `applyOps` checks whether the session was ended.
    const reads = ops.length === 0 ? [...pull.statements, sessionsEndStatement(d1, actor.uid)] : pull.statements
    const options = { timeSource, isLimited, trailingReads: reads }
    const applied = await applyRequest(d1, { actor, ops, cursor: request.cursor }, options, group)
    const check = applied.trailingReads[pull.statements.length]
    if (check) assertNotEnded(actor.issuedAt, readEnd(check))
    const unknown = known.length < request.ops.length ? ({ code: 'UNKNOWN_OP' } as const) : null
    const read = pull.toPage(applied.trailingReads)
    const isOver = isLimited && read.readUntil > latestRead(timeSource())
    // The verdicts of ops must arrive, so only their page is left out. The phone then asks for it.
    if (isOver && ops.length === 0) assertMayRead(actor.uid, read.readUntil, timeSource())
    const page = isOver ? { ...NO_PAGE, cursor: request.cursor } : read
    return {
      results: applied.opResults.map(({ verdict }) => verdict),
      halted: applied.halted ?? unknown,
      page,
      commit: applied.commit,
      retries: applied.retries,
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    logFailure('sync.halted', error)
    return {
      results: [],
      halted: { code: 'UNAVAILABLE' },
      page: { ...NO_PAGE, cursor: request.cursor },
      commit: emptyCommit(),
      retries: 0,
    }
  }
}

function isKnown(op: Op): op is Op & { type: OpType } {
  return op.v === OP_VERSION && isOpType(op.type)
}

function nameWrong(wrong: FieldErrors, part: string, fields: FieldErrors) {
  for (const [field, error] of Object.entries(fields)) wrong[field === '' ? part : `${part}.${field}`] = error
}
