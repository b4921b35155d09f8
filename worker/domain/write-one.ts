import { invalidField, Problem } from '../../contract/problem.ts'
import { applyOps, type Outcome } from './apply-ops.ts'
import type { Actor, KnownOp } from './decide.ts'

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
 * @throws Problem of the verdict's code; INVALID where its Idempotency-Key was used for another call; UNAVAILABLE with Retry-After where the write lost every race or D1 fails
 */
export async function writeOne(d1: D1Database, actor: Actor, op: KnownOp, clock: () => number): Promise<Outcome> {
  const { outcomes } = await applyOps(d1, actor, [op], clock, [])
  const outcome = outcomes[0]
  if (!outcome) throw new Problem('UNAVAILABLE', 'Too many people write here at once.', { retryAfterSeconds: 1 })
  // A create without an id of its own gets a new one each time; its key names the row that it made first.
  const isSameRow = op.type.endsWith('.create') || outcome.targetId === op.id
  if (outcome.type !== op.type || !isSameRow) throw invalidField('Idempotency-Key', 'was used for another call')
  const { status, code, fields } = outcome.verdict
  if (status === 'rejected' && code) {
    const [first] = Object.entries(fields ?? {})
    throw new Problem(code, first ? `${first[0]}: ${first[1]}` : (DETAILS[code] ?? code), { fields })
  }
  return outcome
}
