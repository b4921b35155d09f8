import { applicationFields } from '../../contract/application.ts'
import type { Op } from '../../contract/sync.ts'
import { isAnswer, isWrong, parted, stored } from './questions.ts'
import { applied, no, type RefApplication, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { merge, person, settle, tidy } from './values.ts'

/** What a runner may change, and what only a new application has. */
const RUNNER = Object.keys(applicationFields)
const FORM = [...RUNNER, 'title', 'startDate', 'email']
/** What staff correct, in the order in which a notice tells it. */
export const ASKED = ['firstName', 'lastName', 'phoneNumber', 'email', 'additionalInfo']
/** What an entry has that nobody at a desk has touched. */
export const UNTOUCHED = {
  bib: null,
  wantedBib: null,
  above: 0,
  offer: null,
  correctedBy: null,
  correctedFields: '',
}

/** What stands as staff corrected it last. */
export function correctedOf({ fields }: RefApplication): string[] {
  return String(fields.correctedFields).split(',').filter(Boolean)
}

/** A new entry with a place. */
export function newEntry(
  row: Pick<RefApplication, 'owner' | 'marathon' | 'fields'> & Partial<RefApplication>,
): RefApplication {
  return {
    status: 'registered',
    order: null,
    drawOrder: null,
    promotions: 0,
    isNamesake: false,
    code: null,
    isAbove: false,
    ver: 1,
    ...row,
  }
}

/** The fields of a form, with the copies of the marathon's title and of the start that the runner saw. */
export function fieldsOf(
  patch: Record<string, unknown>,
  title: unknown,
  uid: string,
  at: string,
): Record<string, unknown> {
  const fields = Object.fromEntries([...RUNNER, 'email'].map((name) => [name, tidy(patch[name] ?? '')]))
  fields.hidesName = patch.hidesName ?? false
  return { ...fields, ...stored(parted(patch).answers, uid, at), ...UNTOUCHED, title, startDate: patch.startDate }
}

export function apply(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, waitingList, namesake, ...rest } = op.patch
  if (!isRunner(rest, true)) return no('INVALID')
  const there = state.applications.get(op.id)
  const gone = state.gone.get(`application:${op.id}`)
  if (there?.owner === uid) return applied(false)
  if (gone?.owner === uid) return no('GONE')
  const marathon = state.marathons.get(String(marathonId))
  if (!marathon || marathon.fields.hiddenAt !== null) return no(state.missing(marathonId))
  const { regStart, regEnd, capacity, title, cancelled } = marathon.fields
  if (at < String(regStart) || at > String(regEnd) || cancelled !== null) return no('REG_CLOSED')
  const fields = fieldsOf(rest, title, uid, at)
  const isBallot = marathon.fields.registration === 'ballot' && !marathon.isDrawn
  const isNamesake = state.isTaken(String(marathonId), uid, person(fields))
  if (isNamesake && (isBallot || namesake !== true)) return no('ALREADY_APPLIED')
  if (state.isAtLimit(String(marathonId), uid)) return no('ACCOUNT_LIMIT')
  const isFull = !isBallot && typeof capacity === 'number' && marathon.count >= capacity
  if (isFull && waitingList !== true) return no('FULL')
  if (there || gone) return no('GONE')
  if (isWrong(marathon, fields)) return no('INVALID')
  if (isBallot) marathon.entered += 1
  else if (isFull) marathon.waiting += 1
  else marathon.count += 1
  const entry = newEntry({ owner: uid, marathon: String(marathonId), fields, isNamesake })
  entry.status = isBallot ? 'entered' : isFull ? 'waiting' : 'registered'
  if (isFull) entry.order = state.last()
  state.applications.set(op.id, entry)
  return applied(true)
}

export function updateApplication(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.applications.get(op.id)
  if (row?.owner !== uid) return no(state.wasTheirs(op.id, uid) ? 'GONE' : 'NOT_FOUND')
  const { namesake, ...patch } = op.patch
  if (!isRunner(patch, false)) return no('INVALID')
  const { changes, conflicts } = merge(row.fields, {
    ...op,
    patch: { ...patch, ...stored(parted(patch).answers, uid, at, row.fields) },
  })
  const marathon = state.marathons.get(row.marathon)
  if (isWrong(marathon, { ...row.fields, ...changes }, { changed: changes })) return no('INVALID')
  if (!rename(state, row, changes, namesake)) return no('ALREADY_APPLIED')
  const verdict = settle(row, changes, conflicts)
  const { correctedBy } = row.fields
  const corrected = correctedOf(row)
  const told = [...ASKED, ...corrected.filter(isAnswer)]
  const clashes = told.filter((field) => field in conflicts && corrected.includes(field))
  row.fields.correctedFields = corrected.filter((field) => !(field in changes)).join()
  const isStaff = ![null, 'removed'].includes(state.roleOf(row.marathon, String(correctedBy)))
  if (typeof correctedBy === 'string' && correctedBy !== uid && isStaff && clashes.length > 0) {
    const about = { to: correctedBy, id: op.id }
    state.tell(
      row.marathon,
      'clash',
      false,
      clashes.map(() => 'clash'),
      about,
    )
  }
  return verdict
}

/** Gives the row the person that it names after these changes. @returns false if the account has that person already */
export function rename(
  state: RefState,
  row: RefApplication,
  changes: Record<string, unknown>,
  namesake: unknown,
): boolean {
  const next = person({ ...row.fields, ...changes })
  if (next === person(row.fields)) return true
  const isNamesake = row.owner !== null && state.isTaken(row.marathon, row.owner, next)
  if (isNamesake && (row.status === 'entered' || namesake !== true)) return false
  row.isNamesake = isNamesake
  return true
}

export function cancel(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.applications.get(op.id)
  if (row?.owner !== uid) return state.wasTheirs(op.id, uid) ? applied(false) : no('NOT_FOUND')
  if (op.base.status === 'waiting' && row.status === 'registered') return no('STALE')
  return leave(state, op.id, row, at)
}

/** An application leaves, and the first who waits gets its place. */
export function leave(state: RefState, id: string, row: RefApplication, at: string, reason = ''): RefVerdict {
  end(state, id, row, { reason })
  const marathon = state.marathons.get(row.marathon)
  if (marathon && row.status === 'registered') marathon.count -= 1
  if (marathon && row.status === 'waiting') marathon.waiting -= 1
  if (marathon && row.status === 'entered') marathon.entered -= 1
  if (marathon && row.owner === null) marathon.unclaimed -= 1
  state.fillPlaces(row.marathon, at)
  return applied(true)
}

/** An application ends, with its scans and what was told about it. */
export function end(
  state: RefState,
  id: string,
  { owner, marathon }: RefApplication,
  how: { reason?: string; isHandedOn?: boolean },
) {
  state.applications.delete(id)
  state.gone.set(`application:${id}`, { owner, marathon, isStripped: false, ...how })
  for (const [scan, row] of state.checkIns) if (row.application === id) state.checkIns.delete(scan)
  state.forgetNotices((notice) => notice.application === id)
}

/** Are these the fields of a form, as the mistakes of the simulation allow? @param whole whether all of them must be there */
export function isRunner(patch: Record<string, unknown>, whole: boolean, known = whole ? FORM : RUNNER): boolean {
  const isKnown = (name: string) => known.includes(name) || name.startsWith('answers.')
  if (Object.keys(patch).some((name) => !isKnown(name))) return false
  const required = ['firstName', 'lastName', 'phoneNumber']
  if (required.some((name) => (whole || name in patch) && !tidy(patch[name] ?? ''))) return false
  return !('phoneNumber' in patch) || /^[\d+ ]{5,}$/.test(String(patch.phoneNumber))
}
