import { may } from '../../../contract/roles.ts'
import { windowState } from '../../../contract/time/dates.ts'
import { drawnOrder } from './ballot.ts'
import { systemNotice } from './decide-notice.ts'
import {
  type Actor,
  accept,
  type Decision,
  type Fresh,
  type Precondition,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { DRAWN } from './notice-text.ts'

/**
 * Owner or organiser draws a ballot after its registration window: the first of the drawn order are registered, the
 * others wait in that order. A second draw is accepted and changes nothing, so that an order never changes.
 */
export function drawBallot(
  state: State,
  op: KnownOp<'marathon.draw'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = [{ kind: 'marathon', id: op.id }]
  const row = state.marathons.get(op.id)
  if (!row) return refuseMissingMarathon(state, op.id, preconditions)
  if (!may(roleOf(state, actor, row.id, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const { secretSeed, capacity } = row
  if (secretSeed === null || capacity === null) {
    return reject('INVALID', preconditions, { registration: { code: 'NOT_A_BALLOT' } })
  }
  if (row.seed !== null) return accept([], preconditions)
  if (row.cancelled !== null) return reject('INVALID', preconditions, { cancelled: { code: 'STILL_CANCELLED' } })
  if (windowState(row, now) !== 'after') return reject('REG_OPEN', preconditions)

  const order = drawnOrder(secretSeed, state.entered.get(row.id) ?? [])
  const places = Math.min(capacity, order.length)
  const count = order.length
  return accept(
    [
      { kind: 'put-marathon', row: { ...row, seed: secretSeed, ver: row.ver + 1 } },
      systemNotice(row, DRAWN, fresh, actor, now),
      { kind: 'draw', marathonId: row.id, order, places },
      {
        kind: 'count',
        marathonId: row.id,
        registered: places,
        waiting: count - places,
        entered: 0 - count,
        unclaimed: 0,
        promoted: 0,
      },
    ],
    [
      ...preconditions,
      { kind: 'count-at-least', marathonId: row.id, of: 'enteredCount', count },
      { kind: 'count-at-most', marathonId: row.id, of: 'enteredCount', count },
    ],
  )
}
