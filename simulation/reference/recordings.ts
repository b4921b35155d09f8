import type { Op } from '../../contract/sync.ts'
import { confirm } from './check-ins.ts'
import { applied, no, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { believed, isOthers, tidy } from './values.ts'

/** Everything that is recorded is kept. Of who may not record any more, it waits for the organiser. */
export function record(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, ...fields } = op.patch
  const marathon = String(marathonId)
  // A clock has its phone before it.
  const named = [String(fields.clock).replace(/^[^_]*_/, ''), String(fields.of)]
  if (named.some((id) => isOthers(id, uid))) return no('INVALID')
  if (!state.marathons.has(marathon)) return no(state.missing(marathonId))
  const role = state.roleOf(marathon, uid)
  if (role === null) return no('FORBIDDEN')
  const isLate = !times(role)
  const there = state.recordings.get(op.id)
  if (there) return !isLate && there.by === uid && there.marathon === marathon ? applied(false) : no('FORBIDDEN')
  if (state.checkIns.has(op.id)) return no('FORBIDDEN')
  const row = { ...tidied(fields), at: believed(fields.at, at) }
  state.recordings.set(op.id, { ...row, marathon, by: uid, voidedAt: null, confirmed: !isLate, ver: 1 })
  return isLate ? { ...no('FORBIDDEN'), effect: true } : applied(true)
}

export function confirmRecording(state: RefState, op: Op, uid: string): RefVerdict {
  return confirm(state, state.recordings.get(op.id), uid)
}

/** Organisers take back what they want, timers what is their own. The row stays. */
export function voidRecording(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.recordings.get(op.id)
  if (!row) return applied(false)
  const role = state.roleOf(row.marathon, uid)
  const may = state.leads(row.marathon, uid) || (times(role) && row.by === uid)
  const isHandedOver = role !== null && row.by === uid && !row.confirmed
  const effect = row.voidedAt === null && (may || isHandedOver)
  if (effect) {
    row.voidedAt = believed(op.patch.at, at)
    row.ver += 1
  }
  return may ? applied(effect) : { ...no('FORBIDDEN'), effect }
}

/** A ruling stays as it is. It names recordings and rulings of its marathon alone. */
export function rule(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, ...fields } = op.patch
  const marathon = String(marathonId)
  if (!state.marathons.has(marathon)) return no(state.missing(marathonId))
  if (!state.leads(marathon, uid)) return no('FORBIDDEN')
  const there = state.rulings.get(op.id)
  if (there) return there.by === uid && there.marathon === marathon ? applied(false) : no('FORBIDDEN')
  const isThere = (rows: ReadonlyMap<string, { marathon: string }>, id: unknown) =>
    id === null || rows.get(String(id))?.marathon === marathon
  if (!isThere(state.recordings, fields.recordingId) || !isThere(state.rulings, fields.rulingId)) return no('NOT_FOUND')
  state.rulings.set(op.id, { ...tidied(fields), at: believed(fields.at, at), marathon, by: uid })
  return applied(true)
}

const times = (role: string | null) => ['owner', 'organiser', 'timer'].includes(role ?? '')

function tidied(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, tidy(value)]))
}
