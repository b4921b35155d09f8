import type { Op } from '../../contract/sync.ts'
import { applied, no, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { believed, tidy } from './values.ts'

/** Every scan of a live application makes a check-in of its own. */
export function scan(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, applicationId, gate } = op.patch
  if (!state.marathons.has(String(marathonId))) return no(state.missing(marathonId))
  const role = state.roleOf(String(marathonId), uid)
  if (role === null) return no('FORBIDDEN')
  // Who was removed, or times now, may have scanned before the phone heard of it.
  const isLate = role === 'removed' || role === 'timer'
  const application = state.applications.get(String(applicationId))
  const isThere = application?.marathon === marathonId
  if (state.recordings.has(op.id)) return no('FORBIDDEN')
  if (isLate && (!isThere || state.checkIns.has(op.id))) return no('FORBIDDEN')
  const gone = state.gone.get(`application:${applicationId}`)
  if (!application) return no(gone?.isStripped || gone?.marathon === marathonId ? 'GONE' : 'NOT_FOUND')
  if (application.marathon !== marathonId) return no('NOT_FOUND')
  const there = state.checkIns.get(op.id)
  if (there) return there.by === uid && there.application === applicationId ? applied(false) : no('FORBIDDEN')
  state.checkIns.set(op.id, {
    marathon: String(marathonId),
    application: String(applicationId),
    by: uid,
    at: believed(op.patch.at, at),
    gate: String(tidy(gate)),
    voidedAt: null,
    confirmed: !isLate,
    ver: 1,
  })
  return isLate ? { ...no('FORBIDDEN'), effect: true } : applied(true)
}

export function confirmScan(state: RefState, op: Op, uid: string): RefVerdict {
  return confirm(state, state.checkIns.get(op.id), uid)
}

/** Who leads the marathon makes a row count that came after its writer's role had ended. */
export function confirm(
  state: RefState,
  row: { marathon: string; confirmed: boolean; ver: number } | undefined,
  uid: string,
): RefVerdict {
  if (!row) return applied(false)
  if (!state.leads(row.marathon, uid)) return no('FORBIDDEN')
  if (row.confirmed) return applied(false)
  row.confirmed = true
  row.ver += 1
  return applied(true)
}

export function voidScan(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.checkIns.get(op.id)
  if (!row) return applied(false)
  const role = state.roleOf(row.marathon, uid)
  const may = ['owner', 'organiser', 'desk', 'gate'].includes(role ?? '')
  const isHandedOver = role !== null && row.by === uid && !row.confirmed
  const effect = row.voidedAt === null && (may || isHandedOver)
  if (effect) {
    row.voidedAt = believed(op.patch.at, at)
    row.ver += 1
  }
  return may ? applied(effect) : { ...no('FORBIDDEN'), effect }
}
