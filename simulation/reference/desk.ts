import type { Op } from '../../contract/sync.ts'
import { isMadeBy } from '../../contract/text/owned-id.ts'
import { ASKED, correctedOf, isRunner, leave, newEntry, rename, UNTOUCHED } from './applications.ts'
import { isWrong, mayDeskAnswer, parted, shownOf, stored, withoutWorse } from './questions.ts'
import { applied, no, type RefApplication, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { merge, plainBib, settle, tidy } from './values.ts'

// What staff do with the entries of others.

/** The entrant that staff name, and whether they lead the marathon; or why not. */
function entrantOf(state: RefState, op: Op, uid: string, power: 'leads' | 'sits') {
  const row = state.applications.get(op.id)
  if (!row) {
    const { marathon = '' } = state.gone.get(`application:${op.id}`) ?? {}
    return no(state[power](marathon, uid) || state.wasTheirs(op.id, uid) ? 'GONE' : 'NOT_FOUND')
  }
  if (!state[power](row.marathon, uid)) return no(row.owner === uid ? 'FORBIDDEN' : 'NOT_FOUND')
  // The runner keeps the entry, and a deleted marathon has no staff.
  if (!state.marathons.has(row.marathon)) return no('GONE')
  return { row, leads: state.leads(row.marathon, uid) }
}

/** The bib of an op: null for none, undefined if it cannot be one. */
function bibOf({ patch }: Op): string | null | undefined {
  const bib = tidy(patch.bib)
  return bib === null || (typeof bib === 'string' && bib !== '' && bib.length <= 12) ? bib : undefined
}

/** Does another entrant have this bib? */
function isHeld(state: RefState, marathon: string, bib: string, but?: RefApplication): boolean {
  return [...state.applications.values()].some(
    (one) => one !== but && one.marathon === marathon && one.fields.bib && plainBib(one.fields.bib) === plainBib(bib),
  )
}

export function assignBib(state: RefState, op: Op, uid: string): RefVerdict {
  const found = entrantOf(state, op, uid, 'sits')
  if ('status' in found) return noteLateBib(state, op, uid) ?? found
  const { row } = found
  const bib = bibOf(op)
  if (bib === undefined) return no('INVALID')
  const { changes, conflicts } = merge(row.fields, { base: op.base, patch: { bib } })
  const isRefused = bib !== null && 'bib' in changes && isHeld(state, row.marathon, bib, row)
  const verdict = isRefused ? no('BIB_TAKEN') : { ...applied(false), ...('bib' in conflicts ? { conflicts } : {}) }
  const hasIt = !isRefused && !('bib' in conflicts)
  // Whoever holds a bib that is another's keeps it, and the row says so.
  const isWanted = !hasIt && op.patch.isHandedOut === true && bib !== null
  const wantedBib = isWanted ? bib : hasIt ? null : row.fields.wantedBib
  const effect = (hasIt && 'bib' in changes) || wantedBib !== row.fields.wantedBib
  if (effect) row.ver += 1
  Object.assign(row.fields, { wantedBib, ...(hasIt ? { bib } : {}) })
  return { ...verdict, effect }
}

/** The runner holds a bib that somebody handed out who lost the role. */
function noteLateBib(state: RefState, op: Op, uid: string): RefVerdict | null {
  const row = state.applications.get(op.id)
  const bib = bibOf(op)
  if (!row || !state.marathons.has(row.marathon) || op.patch.isHandedOut !== true || !bib) return null
  if (state.roleOf(row.marathon, uid) === null || row.fields.wantedBib !== null || row.fields.bib === bib) return null
  row.fields.wantedBib = bib
  row.ver += 1
  return { ...no('FORBIDDEN'), effect: true }
}

export function correct(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const found = entrantOf(state, op, uid, 'sits')
  if ('status' in found) return found
  const { row, leads } = found
  const hasAccount = row.owner !== null
  const { namesake, ...patch } = op.patch
  const { answers, others } = parted(patch)
  if (hasAccount && 'hidesName' in patch) return no('FORBIDDEN')
  if (!isRunner(others, false, [...ASKED, 'hidesName']) || Object.values(patch).includes(null))
    return no(leads || !hasAccount ? 'INVALID' : 'FORBIDDEN')
  const marathon = state.marathons.get(row.marathon)
  const isName = (name: string) => ['firstName', 'lastName', 'hidesName'].includes(name)
  const may = ([name, value]: [string, unknown]) =>
    leads || (!hasAccount && isName(name)) || mayDeskAnswer(marathon, name, value, hasAccount)
  const names = Object.keys(patch)
  if (!Object.entries(patch).every(may) || (names.length === 0 && !leads && hasAccount)) return no('FORBIDDEN')
  const { changes, conflicts } = merge(row.fields, {
    ...op,
    patch: { ...patch, ...withoutWorse(marathon, stored(answers, uid, at, row.fields), row.fields) },
  })
  if (isWrong(marathon, { ...row.fields, ...changes }, { changed: changes, isOfStaff: true })) return no('INVALID')
  if (!rename(state, row, changes, namesake)) return no('ALREADY_APPLIED')
  const verdict = settle(row, changes, conflicts)
  if (verdict.effect) {
    const before = row.fields.correctedBy === uid ? correctedOf(row) : []
    const all = [...before, ...Object.keys(changes).filter((field) => !before.includes(field))]
    Object.assign(row.fields, { correctedBy: uid, correctedFields: all.join() })
  }
  const told = [...ASKED, ...shownOf(marathon, names)]
  const corrected = told.filter((field) => field in changes).map(() => 'corrected')
  const clashes = told.filter((field) => field in conflicts).map(() => 'clash')
  const parts = [...corrected, ...clashes]
  if (row.owner !== null && row.owner !== uid && parts.length > 0)
    state.tell(row.marathon, String(parts[0]), corrected.length > 0, parts, { to: row.owner, id: op.id })
  return verdict
}

export function withdraw(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const there = state.applications.get(op.id)
  const isOwn = there?.status === 'unconfirmed' && there.owner === null && isMadeBy(op.id, uid)
  const found = isOwn && there ? { row: there, leads: false } : entrantOf(state, op, uid, 'sits')
  if ('status' in found) return found.code === 'GONE' ? applied(false) : found
  const { row, leads } = found
  if (!leads && row.owner !== null) return no('FORBIDDEN')
  const reason = tidy(op.patch.reason)
  if (!reason) return no('INVALID')
  if (op.base.status === 'waiting' && row.status === 'registered') return no('STALE')
  const verdict = leave(state, op.id, row, at, String(reason))
  if (row.owner !== null && row.owner !== uid)
    state.tell(row.marathon, 'withdrawn', true, ['withdrawn'], { to: row.owner })
  return verdict
}

export function moveUp(state: RefState, op: Op, uid: string): RefVerdict {
  const found = entrantOf(state, op, uid, 'leads')
  if ('status' in found) return found
  const { row } = found
  if (row.status !== 'waiting') return no('STALE')
  row.order = state.head()
  row.ver += 1
  if (row.owner !== null && row.owner !== uid)
    state.tell(row.marathon, 'movedUp', false, [], { to: row.owner, id: op.id })
  return applied(true)
}

/** A desk enters somebody: at any time, and above the capacity too. Of who lost the role it does not count yet. */
export function walkIn(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const { marathonId, firstName, lastName, code, above } = op.patch
  const { answers } = parted(op.patch)
  const bib = bibOf(op)
  if (!tidy(firstName) || !tidy(lastName) || bib === undefined) return no('INVALID')
  const id = String(marathonId)
  const marathon = state.marathons.get(id)
  if (!marathon) return no(state.missing(id))
  if (state.roleOf(id, uid) === null) return no('FORBIDDEN')
  const isLate = !state.sits(id, uid)
  const isNoted = Object.keys(answers).some((name) => name.startsWith('staff.'))
  if (isNoted && !state.leads(id, uid)) return no('FORBIDDEN')
  const there = state.applications.get(op.id)
  if (there || state.gone.has(`application:${op.id}`)) {
    if (isLate) return no('FORBIDDEN')
    return there?.marathon === id ? applied(false) : no('GONE')
  }
  if (marathon.fields.registration === 'ballot' && !marathon.isDrawn) return no('INVALID')
  const isTaken = bib !== null && isHeld(state, id, bib)
  const isCodeTaken = [...state.applications.values()].some((one) => one.marathon === id && one.code === code)
  const getsIt = !isLate && !isTaken
  const nothing = Object.fromEntries([...ASKED, 'location', 'description', 'image'].map((name) => [name, '']))
  const fields = {
    ...nothing,
    ...stored(answers, uid, at),
    ...UNTOUCHED,
    firstName: tidy(firstName),
    lastName: tidy(lastName),
    hidesName: op.patch.hidesName ?? false,
    title: marathon.fields.title,
    startDate: marathon.fields.startDate,
    bib: getsIt ? bib : null,
    wantedBib: getsIt ? null : bib,
    above,
  }
  if (isWrong(marathon, fields, { isOfStaff: true })) return no('INVALID')
  const entry = newEntry({ owner: null, marathon: id, fields, code: isCodeTaken ? null : String(code), isAbove: true })
  if (isLate) entry.status = 'unconfirmed'
  else marathon.count += 1
  marathon.unclaimed += 1
  state.applications.set(op.id, entry)
  if (isLate) return { ...no('FORBIDDEN'), effect: true }
  return { ...applied(true), ...(isTaken ? { conflicts: { bib: { base: null, yours: bib, theirs: null } } } : {}) }
}

export function confirmEntry(state: RefState, op: Op, uid: string): RefVerdict {
  const found = entrantOf(state, op, uid, 'leads')
  if ('status' in found) return found
  const { row } = found
  if (row.status !== 'unconfirmed') return applied(false)
  row.status = 'registered'
  row.ver += 1
  const marathon = state.marathons.get(row.marathon)
  if (marathon) marathon.count += 1
  return applied(true)
}
