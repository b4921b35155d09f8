import type { FieldErrors } from '../../../contract/field-errors.ts'
import { makesRow, type OpType } from '../../../contract/ops.ts'
import { mayMake } from '../../../contract/text/owned-id.ts'
import { createApplication, deleteApplication, updateApplication } from './decide-application.ts'
import { createCheckIn } from './decide-check-in.ts'
import { drawBallot } from './decide-draw.ts'
import {
  assignBib,
  confirmApplication,
  correctApplication,
  moveUp,
  walkIn,
  withdrawApplication,
} from './decide-entrant.ts'
import { claimEntry, deferEntry, offerPlace, takeEntryOver } from './decide-hand-over.ts'
import { createMarathon, deleteMarathon, publishResults, updateMarathon } from './decide-marathon.ts'
import { createNotice, deleteNotice } from './decide-notice.ts'
import { confirmRecorded, createRecording, createRuling, voidRecorded } from './decide-recording.ts'
import { deleteStaff, takeOver, updateStaff } from './decide-staff.ts'
import { type Actor, type Decision, type Fresh, reject, type State } from './decision.ts'
import type { KnownOp } from './known-op.ts'

/** What is said of a create with an id that belongs to another account. */
const OTHERS_ID: FieldErrors = { id: { code: 'OTHER_ACCOUNTS' } }

const DECIDERS: {
  [T in OpType]: (state: State, op: KnownOp<T>, actor: Actor, now: number, fresh: Fresh) => Decision
} = {
  'marathon.create': createMarathon,
  'marathon.update': updateMarathon,
  'marathon.delete': deleteMarathon,
  'marathon.draw': drawBallot,
  'marathon.publish': publishResults,
  'application.create': createApplication,
  'application.update': updateApplication,
  'application.delete': deleteApplication,
  'application.assignBib': assignBib,
  'application.correct': correctApplication,
  'application.withdraw': withdrawApplication,
  'application.moveUp': moveUp,
  'application.walkIn': walkIn,
  'application.confirm': confirmApplication,
  'application.claim': claimEntry,
  'application.offer': offerPlace,
  'application.takeOver': takeEntryOver,
  'application.defer': deferEntry,
  'checkIn.create': createCheckIn,
  'checkIn.void': voidRecorded,
  'checkIn.confirm': confirmRecorded,
  'recording.create': createRecording,
  'recording.void': voidRecorded,
  'recording.confirm': confirmRecorded,
  'ruling.create': createRuling,
  'notice.create': createNotice,
  'notice.delete': deleteNotice,
  'staff.update': updateStaff,
  'staff.delete': deleteStaff,
  'staff.takeOver': takeOver,
}

/**
 * Decides one op: its verdict, its effects, and the preconditions that the verdict depends on. The function is pure: it
 * changes nothing, and equal arguments give equal decisions.
 * @param now the server's time, ms since the epoch
 * @param fresh random values, for what this op makes
 */
export function decide<T extends OpType>(
  state: State,
  op: KnownOp<T>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  // After a restore, an id that the database has forgotten is still that of the account that made it.
  if (makesRow(op) && !mayMake(op.id, actor.uid)) return reject('INVALID', [], OTHERS_ID)
  return DECIDERS[op.type](state, op, actor, now, fresh)
}
