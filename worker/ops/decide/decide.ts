import type { FieldErrors } from '../../../contract/field-errors.ts'
import { kindOf } from '../../../contract/ops.ts'
import { mayMake } from '../../../contract/text/owned-id.ts'
import { assignBib, createApplication, deleteApplication, updateApplication } from './decide-application.ts'
import { confirmCheckIn, createCheckIn, voidCheckIn } from './decide-check-in.ts'
import { drawBallot } from './decide-draw.ts'
import { createMarathon, deleteMarathon, updateMarathon } from './decide-marathon.ts'
import { createNotice, deleteNotice } from './decide-notice.ts'
import { type Actor, type Decision, type Fresh, reject, type State } from './decision.ts'
import type { KnownOp } from './known-op.ts'

/** What is said of a create with an id that belongs to another account. */
const OTHERS_ID: FieldErrors = { id: { code: 'OTHER_ACCOUNTS' } }

/**
 * Decides one op: its verdict, its effects, and the preconditions that the verdict depends on. The function is pure: it
 * changes nothing, and equal arguments give equal decisions.
 * @param now the server's time, ms since the epoch
 * @param fresh random values, for what this op makes
 */
export function decide(state: State, op: KnownOp, actor: Actor, now: number, fresh: Fresh): Decision {
  // After a restore, an id that the database has forgotten is still that of the account that made it.
  if (kindOf(op.type).action === 'create' && !mayMake(op.id, actor.uid)) return reject('INVALID', [], OTHERS_ID)
  switch (op.type) {
    case 'marathon.create':
      return createMarathon(state, op, actor, now, fresh.seed)
    case 'marathon.update':
      return updateMarathon(state, op, actor, now, fresh.seed)
    case 'marathon.delete':
      return deleteMarathon(state, op, actor)
    case 'marathon.draw':
      return drawBallot(state, op, actor, now)
    case 'application.create':
      return createApplication(state, op, actor, now, fresh.code)
    case 'application.update':
      return updateApplication(state, op, actor)
    case 'application.delete':
      return deleteApplication(state, op, actor, now)
    case 'application.assignBib':
      return assignBib(state, op, actor)
    case 'checkIn.create':
      return createCheckIn(state, op, actor, now)
    case 'checkIn.void':
      return voidCheckIn(state, op, actor, now)
    case 'checkIn.confirm':
      return confirmCheckIn(state, op, actor)
    case 'notice.create':
      return createNotice(state, op, actor, now)
    case 'notice.delete':
      return deleteNotice(state, op, actor)
  }
}
