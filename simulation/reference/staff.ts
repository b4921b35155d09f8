import type { Op } from '../../contract/sync.ts'
import { applied, no, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { merge, settle } from './values.ts'

/** The row that an op names, if its account is or was staff of that marathon, and what it is there. */
function staffOf(state: RefState, op: Op, uid: string) {
  const row = state.staff.get(op.id)
  const role = row ? state.roleOf(row.marathon, uid) : null
  return row && role ? { row, role } : null
}

/**
 * Owners change everybody else, organisers change helpers to helpers. A marathon is offered to one organiser, who may
 * decline.
 */
export function changeStaff(state: RefState, op: Op, uid: string): RefVerdict {
  const target = staffOf(state, op, uid)
  if (!target) return no('NOT_FOUND')
  const { row, role: mine } = target
  if (!state.marathons.has(row.marathon)) return no('GONE')
  const isHelper = row.role !== 'owner' && row.role !== 'organiser'
  const may = mine === 'owner' || (mine === 'organiser' && isHelper)
  const { role, isOffered } = op.patch
  const declines = row.uid === uid && row.role === 'organiser' && isOffered === false && role === undefined
  if (!declines && (!may || row.uid === uid)) return no('FORBIDDEN')
  if (row.isRemoved) return no('GONE')
  if (!declines && mine !== 'owner' && (role === 'organiser' || isOffered !== undefined)) return no('FORBIDDEN')
  const { changes, conflicts } = merge({ role: row.role, isOffered: row.isOffered }, op)
  if (changes.isOffered === true && row.role !== 'organiser') return no('INVALID')
  if ('role' in changes) Object.assign(row, { role, isOffered: false })
  if (changes.isOffered === true) {
    for (const one of state.staff.values()) if (one.marathon === row.marathon) one.isOffered = false
  }
  if ('isOffered' in changes) row.isOffered = changes.isOffered === true
  return settle({ ver: 0, fields: {} }, changes, conflicts)
}

/** Owners remove everybody else, organisers remove helpers, and everybody but the owner may leave. */
export function endRole(state: RefState, op: Op, uid: string): RefVerdict {
  const target = staffOf(state, op, uid)
  if (!target || !state.marathons.has(target.row.marathon)) return applied(false)
  const { row, role: mine } = target
  const isHelper = row.role !== 'owner' && row.role !== 'organiser'
  const may = row.uid === uid || mine === 'owner' || (mine === 'organiser' && isHelper)
  if (!may || row.role === 'owner') return no('FORBIDDEN')
  if (row.isRemoved) return applied(false)
  row.isRemoved = true
  row.isOffered = false
  return applied(true)
}

/** The organiser who was offered the marathon gets it, and the owner becomes an organiser. */
export function takeOver(state: RefState, op: Op, uid: string): RefVerdict {
  const target = staffOf(state, op, uid)
  if (!target) return no('NOT_FOUND')
  const { row } = target
  const marathon = state.marathons.get(row.marathon)
  if (!marathon) return no('GONE')
  if (row.uid !== uid) return no('FORBIDDEN')
  if (row.role === 'owner') return applied(false)
  if (!row.isOffered) return no('STALE')
  for (const one of state.staff.values()) {
    if (one.marathon === row.marathon && one.role === 'owner') one.role = 'organiser'
  }
  row.role = 'owner'
  row.isOffered = false
  marathon.owner = uid
  marathon.ver += 1
  return applied(true)
}
