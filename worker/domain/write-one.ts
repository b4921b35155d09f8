import { Problem } from '../../contract/problem.ts'
import { applyOps, type OpResult } from './apply-ops.ts'
import type { Actor, KnownOp } from './decision.ts'

const DETAILS: Partial<Record<Problem['code'], string>> = {
  FORBIDDEN: 'This belongs to somebody else.',
  NOT_FOUND: 'There is no such thing.',
  GONE: 'It was deleted.',
  REG_CLOSED: 'Registration for this event is not open.',
  ALREADY_APPLIED: 'This person is already registered for this event.',
  FULL: 'The event has no places left.',
  STALE: 'It was changed in the meantime.',
}

/**
 * One write of the REST API, through the same decision as a synced op.
 * @param isLimited whether the account is charged for it
 * @throws Problem of the verdict's code; INVALID naming `ops.0.opId` where its id was used for something else;
 *   RATE_LIMITED; UNAVAILABLE with Retry-After where the write lost every race or D1 fails
 */
export async function writeOne(
  d1: D1Database,
  actor: Actor,
  op: KnownOp,
  clock: () => number,
  isLimited = true,
): Promise<OpResult> {
  const { opResults: outcomes } = await applyOps(d1, actor, [op], clock, [], isLimited)
  const outcome = outcomes[0]
  if (!outcome) throw new Problem('UNAVAILABLE', 'Too many people write here at once.', { retryAfterSeconds: 1 })
  const { status, code, fields } = outcome.verdict
  if (status === 'rejected' && code) {
    const [first] = Object.entries(fields ?? {})
    throw new Problem(code, first ? `${first[0]}: ${first[1]}` : (DETAILS[code] ?? code), { fields })
  }
  return outcome
}
