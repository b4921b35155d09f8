import type { Op } from '../../contract/sync.ts'
import { end, fieldsOf, isRunner, leave, newEntry, UNTOUCHED } from './applications.ts'
import { broughtTo, isWrong, parted } from './questions.ts'
import { applied, no, type RefMarathon, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { person } from './values.ts'

// How a place comes to another account, or to another marathon.

/** May places be handed on at the marathon? Until the organiser's time, and until the start. */
function isOpen({ fields }: RefMarathon, at: string): boolean {
  const { handOverUntil, startDate, cancelled, hiddenAt } = fields
  return (
    handOverUntil !== null &&
    cancelled === null &&
    hiddenAt === null &&
    at <= String(handOverUntil) &&
    at <= String(startDate)
  )
}

export function offerPlace(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.applications.get(op.id)
  if (row?.owner !== uid) return no(state.wasTheirs(op.id, uid) ? 'GONE' : 'NOT_FOUND')
  const secret = op.patch.secret ?? null
  if (row.fields.offer === secret) return applied(false)
  if (secret !== null) {
    const marathon = state.marathons.get(row.marathon)
    if (!marathon) return no(state.missing(row.marathon))
    if (!isOpen(marathon, at)) return no('REG_CLOSED')
    if (row.status !== 'registered') return no('INVALID')
  }
  row.fields.offer = secret
  row.ver += 1
  return applied(true)
}

export function claim(state: RefState, op: Op, uid: string): RefVerdict {
  const { marathonId, secret } = op.patch
  const row = state.applications.get(op.id)
  // It leaves with its marathon.
  const isGone = state.gone.has(`application:${op.id}`) || state.gone.has(`marathon:${marathonId}`)
  if (!row) return no(isGone ? 'GONE' : 'NOT_FOUND')
  if (row.marathon !== marathonId || row.code !== secret) return no('NOT_FOUND')
  if (row.owner === uid) return applied(false)
  if (row.owner !== null) return no('STALE')
  const marathon = state.marathons.get(row.marathon)
  if (!marathon) return no(state.missing(row.marathon))
  // They see the codes.
  if (['desk', 'gate', 'timer'].includes(state.roleOf(row.marathon, uid) ?? '')) return no('FORBIDDEN')
  if (state.isAtLimit(row.marathon, uid)) return no('ACCOUNT_LIMIT')
  row.isNamesake = state.isTaken(row.marathon, uid, person(row.fields))
  row.owner = uid
  row.fields.email ||= `${uid}@example.com`
  row.ver += 1
  marathon.unclaimed -= 1
  return applied(true)
}

/** The offered entry ends, and the one that begins has its bib. No number changes. */
export function takeOverEntry(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, from, secret, namesake, ...rest } = op.patch
  if (!isRunner(rest, true)) return no('INVALID')
  const there = state.applications.get(op.id)
  const gone = state.gone.get(`application:${op.id}`)
  if (there?.owner === uid) return applied(false)
  if (gone?.owner === uid) return no('GONE')
  const id = String(marathonId)
  const marathon = state.marathons.get(id)
  if (!marathon) return no(state.missing(id))
  const old = state.applications.get(String(from))
  if (!old) return no(state.gone.has(`application:${from}`) ? 'GONE' : 'NOT_FOUND')
  if (old.marathon !== id || old.fields.offer !== secret || old.status !== 'registered') return no('STALE')
  if (old.owner === uid) return no('INVALID')
  if (!isOpen(marathon, at)) return no('REG_CLOSED')
  const fields = fieldsOf(rest, marathon.fields.title, uid, at)
  const isNamesake = state.isTaken(id, uid, person(fields))
  if (isNamesake && namesake !== true) return no('ALREADY_APPLIED')
  if (state.isAtLimit(id, uid)) return no('ACCOUNT_LIMIT')
  if (there || gone) return no('GONE')
  if (isWrong(marathon, fields)) return no('INVALID')
  end(state, String(from), old, { isHandedOn: true })
  const { bib, wantedBib } = old.fields
  const { isAbove } = old
  const entry = newEntry({ owner: uid, marathon: id, fields: { ...fields, bib, wantedBib }, isNamesake, isAbove })
  state.applications.set(op.id, entry)
  if (old.owner !== null) state.tell(id, 'handedOn', true, ['handedOn'], { to: old.owner })
  return applied(true)
}

/** The place here goes to who waits here, and the runner gets one at the other marathon, above its capacity too. */
export function defer(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, from } = op.patch
  const there = state.applications.get(op.id)
  const gone = state.gone.get(`application:${op.id}`)
  if (there?.owner === uid) return applied(false)
  if (gone?.owner === uid) return no('GONE')
  const old = state.applications.get(String(from))
  if (old?.owner !== uid) return no(state.wasTheirs(String(from), uid) ? 'GONE' : 'NOT_FOUND')
  const marathon = state.marathons.get(old.marathon)
  if (!marathon) return no(state.missing(old.marathon))
  const id = String(marathonId)
  if (marathon.fields.deferTo !== id || !state.leads(id, marathon.owner)) return no('REG_CLOSED')
  if (at >= String(marathon.fields.startDate)) return no('REG_CLOSED')
  const target = state.marathons.get(id)
  if (!target || target.fields.hiddenAt !== null) return no(state.missing(id))
  const isUndrawn = target.fields.registration === 'ballot' && !target.isDrawn
  const isOver = target.fields.cancelled !== null || at >= String(target.fields.startDate)
  if (isUndrawn || isOver) return no('REG_CLOSED')
  if (old.status !== 'registered') return no('INVALID')
  if (state.isTaken(id, uid, person(old.fields))) return no('ALREADY_APPLIED')
  if (state.isAtLimit(id, uid)) return no('ACCOUNT_LIMIT')
  if (there || gone) return no('GONE')
  leave(state, String(from), old, at)
  target.count += 1
  const { title, startDate, location, description, image } = target.fields
  const same = { ...parted(old.fields).others, ...broughtTo(target, old.fields) }
  const fields = { ...same, ...UNTOUCHED, title, startDate, location, description, image }
  state.applications.set(op.id, newEntry({ owner: uid, marathon: id, fields, isAbove: true }))
  return applied(true)
}
