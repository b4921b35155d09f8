import type { Op } from '../../contract/sync.ts'
import { apply, cancel, updateApplication } from './applications.ts'
import { confirmScan, scan, voidScan } from './check-ins.ts'
import { assignBib, confirmEntry, correct, moveUp, walkIn, withdraw } from './desk.ts'
import { claim, defer, offerPlace, takeOverEntry } from './hand-over.ts'
import { createMarathon, deleteMarathon, draw, publish, updateMarathon } from './marathons.ts'
import { deleteNotice, writeNotice } from './notices.ts'
import { confirmRecording, record, rule, voidRecording } from './recordings.ts'
import { no, type RefVerdict } from './rows.ts'
import { changeStaff, endRole, takeOver } from './staff.ts'
import { RefState } from './state.ts'
import { isOthers } from './values.ts'

// The rules of docs/sync.md once more, written for plainness and not from the worker's code: the simulation's oracle
// folds the op log through these and compares with what D1 holds.

type Rule = (state: RefState, op: Op, uid: string, at: string, seed: string) => RefVerdict

const RULES: Record<string, Rule> = {
  'marathon.create': createMarathon,
  'marathon.update': updateMarathon,
  'marathon.delete': deleteMarathon,
  'marathon.draw': draw,
  'marathon.publish': publish,
  'application.create': apply,
  'application.update': updateApplication,
  'application.delete': cancel,
  'application.assignBib': assignBib,
  'application.correct': correct,
  'application.withdraw': withdraw,
  'application.moveUp': moveUp,
  'application.walkIn': walkIn,
  'application.confirm': confirmEntry,
  'application.claim': claim,
  'application.offer': offerPlace,
  'application.takeOver': takeOverEntry,
  'application.defer': defer,
  'checkIn.create': scan,
  'checkIn.void': voidScan,
  'checkIn.confirm': confirmScan,
  'recording.create': record,
  'recording.void': voidRecording,
  'recording.confirm': confirmRecording,
  'ruling.create': rule,
  'notice.create': writeNotice,
  'notice.delete': deleteNotice,
  'staff.update': changeStaff,
  'staff.delete': endRole,
  'staff.takeOver': takeOver,
}
/** The ops that make the row which they name, beside the creates. */
const MAKES = ['application.walkIn', 'application.takeOver', 'application.defer']

/** The state of the server according to the op log. */
export class Reference extends RefState {
  /**
   * Applies one op to this state.
   * @param at the server's time when it decided the op, ISO 8601
   * @param seed the secret seed of the marathon that the op draws
   */
  fold(op: Op, uid: string, at: string, seed = ''): RefVerdict {
    const isMade = op.type.endsWith('.create') || MAKES.includes(op.type)
    if (isMade && isOthers(op.id, uid)) return no('INVALID')
    return (RULES[op.type] as Rule)(this, op, uid, at, seed)
  }
}
