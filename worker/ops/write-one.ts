import { inWords } from '../../contract/invalid.ts'
import { Problem } from '../../contract/problem.ts'
import type { Commit } from './apply-ops.ts'
import { applyRequest, type GroupCommit } from './apply-request.ts'
import type { Actor } from './decide/decision.ts'
import type { KnownOp } from './decide/known-op.ts'
import type { OpResult } from './decide-all.ts'

const DETAILS: Partial<Record<Problem['code'], string>> = {
  FORBIDDEN: 'This belongs to somebody else.',
  NOT_FOUND: 'No row of yours has this id.',
  GONE: 'It was deleted.',
  REG_CLOSED: 'Registration for this event is not open.',
  REG_OPEN: 'Registration for this event is still open.',
  ALREADY_APPLIED:
    'This person is already registered for this event. For another person of this name send namesake: true.',
  BIB_TAKEN: 'Another entrant has this bib.',
  ACCOUNT_LIMIT: 'This account has as many applications here as one may have.',
  FULL: 'The event has no places left.',
  STALE: 'It was changed in the meantime.',
}

/**
 * One write of the REST API. It is decided like a synced op.
 * @param timeSource returns the server's time, ms since the epoch
 * @param isLimited whether the account is charged for the write
 * @param group the group commit, which takes applications to a marathon with a crowd
 * @throws Problem of a rejection's code; INVALID for `ops.0.opId` if the op id was used for another op; WRONG_ACCOUNT;
 *   RATE_LIMITED; UNAVAILABLE with Retry-After if a guard failed at every attempt. An error of D1 passes through.
 */
export async function writeOne(
  d1: D1Database,
  actor: Actor,
  op: KnownOp,
  timeSource: () => number,
  isLimited: boolean,
  group?: GroupCommit,
): Promise<OpResult & { commit: Commit }> {
  const { opResults, commit } = await applyRequest(d1, { actor, ops: [op] }, { timeSource, isLimited }, group)
  const [opResult] = opResults
  if (!opResult) throw new Problem('UNAVAILABLE', 'Too many people write here at once.', { retryAfterSeconds: 1 })
  // Only a rejection has a code.
  const { code, fields } = opResult.verdict
  if (code) throw new Problem(code, DETAILS[code] ?? inWords(fields), { fields })
  return { ...opResult, commit }
}
