import type { Op } from '../../contract/sync.ts'
import { applied, no, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { tidy } from './values.ts'

export function writeNotice(state: RefState, op: Op, uid: string): RefVerdict {
  const { marathonId, text, urgent } = op.patch
  if (!tidy(text)) return no('INVALID')
  if (!state.marathons.has(String(marathonId))) return no(state.missing(marathonId))
  if (!state.leads(String(marathonId), uid)) return no('FORBIDDEN')
  if (state.gone.has(`notice:${op.id}`)) return no('GONE')
  const there = state.notices.get(op.id)
  if (there) return there.marathon === marathonId ? applied(false) : no('GONE')
  state.notices.set(op.id, {
    marathon: String(marathonId),
    application: null,
    to: null,
    kind: 'written',
    text: String(tidy(text)),
    parts: [],
    urgent: Boolean(urgent),
  })
  return applied(true)
}

export function deleteNotice(state: RefState, op: Op, uid: string): RefVerdict {
  const row = state.notices.get(op.id)
  if (!row) return applied(false)
  if (!state.leads(row.marathon, uid) || row.to !== null) return no('FORBIDDEN')
  state.notices.delete(op.id)
  state.gone.set(`notice:${op.id}`, { owner: uid, isStripped: false })
  return applied(true)
}
