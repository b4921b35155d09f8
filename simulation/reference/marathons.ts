import { createHash } from 'node:crypto'
import { DAY_MS } from '../../contract/limits.ts'
import type { Op } from '../../contract/sync.ts'
import { hasTooMany, numbered } from './questions.ts'
import { applied, no, type RefMarathon, type RefVerdict } from './rows.ts'
import type { RefState } from './state.ts'
import { merge, settle, tidy } from './values.ts'

const TEXTS = ['title', 'location', 'description', 'image', 'distance', 'regStart', 'regEnd', 'startDate']
const DESK = ['handOverUntil', 'deferTo']
const ASKED = ['questions', 'staffFields', 'categories', 'splits']
const MORE = ['timeZone', 'capacity', 'registration', 'perAccount', 'organisedBy', 'imageSize']
const MARATHON = [...TEXTS, ...MORE, ...DESK, ...ASKED]

/** If a change touches several things, the most important one decides the kind. A cancellation is told alone. */
function tellChange(
  state: RefState,
  id: string,
  changes: Record<string, unknown>,
  isUrgent: boolean,
  isAsked: boolean,
) {
  const parts: string[] = []
  if ('cancelled' in changes) parts.push(changes.cancelled === null ? 'restored' : 'cancelled')
  if ('startDate' in changes) parts.push('start')
  if ('location' in changes) parts.push('place')
  if ('regStart' in changes || 'regEnd' in changes) parts.push('window')
  if (isAsked) parts.push('asked')
  const [kind] = parts
  if (kind === 'cancelled') state.tell(id, kind, isUrgent, [kind])
  else if (kind) state.tell(id, kind, !['window', 'asked'].includes(kind) && isUrgent, parts)
}

/** What each runner must answer: the questions, a waiver once more from each text on. */
function debts(questions: unknown): string[] {
  const list = JSON.parse(String(questions || '[]')) as { id: string; isRequired: boolean; asksFrom?: number }[]
  return list.filter(({ isRequired }) => isRequired).map(({ id, asksFrom = 1 }) => `${id} ${asksFrom}`)
}

export function createMarathon(state: RefState, op: Op, uid: string): RefVerdict {
  if (!isMarathon(op.patch, true)) return no('INVALID')
  if (state.gone.has(`marathon:${op.id}`)) return no('GONE')
  const there = state.marathons.get(op.id)
  if (there) return there.owner === uid ? applied(false) : no('FORBIDDEN')
  if (!mayDeferTo(state, op, uid)) return no('INVALID')
  const fields = Object.fromEntries(Object.entries(op.patch).map(([k, v]) => [k, tidy(v)]))
  state.marathons.set(op.id, {
    owner: uid,
    count: 0,
    waiting: 0,
    entered: 0,
    unclaimed: 0,
    isDrawn: false,
    mostPerAccount: Number(fields.perAccount ?? 10),
    ver: 1,
    fields: {
      perAccount: 10,
      organisedBy: '',
      imageSize: '',
      previousStart: null,
      hiddenAt: null,
      handOverUntil: null,
      deferTo: null,
      questions: '',
      staffFields: '',
      categories: '',
      splits: '',
      results: '',
      ...fields,
      cancelled: null,
    },
  })
  state.staff.set(op.id, { marathon: op.id, uid, role: 'owner', isOffered: false, isRemoved: false })
  return applied(true)
}

export function updateMarathon(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.marathons.get(op.id)
  if (!row) return no(state.missing(op.id))
  if (!state.leads(op.id, uid)) return no('FORBIDDEN')
  if (!isMarathon(op.patch, false)) return no('INVALID')
  const { imageSize = '', ...patch } = op.patch
  const { changes, conflicts } = merge(row.fields, { ...op, patch })
  const capacity = changes.capacity
  if (typeof capacity === 'number' && capacity < row.count) return no('INVALID')
  if ('registration' in changes && (row.isDrawn || hasEntries(row))) return no('INVALID')
  if ('deferTo' in changes && !mayDeferTo(state, op, uid, row.owner)) return no('INVALID')
  if (isWrongBallot({ ...row.fields, ...changes })) return no('INVALID')
  if ('questions' in changes) changes.questions = numbered(row.fields.questions, changes.questions)
  if (hasTooMany(changes.questions)) return no('INVALID')
  const [last = ''] = [String(row.fields.startDate), String(changes.startDate ?? '')].sort().reverse()
  if ('startDate' in changes) row.fields.previousStart = row.fields.startDate
  if ('image' in changes) row.fields.imageSize = imageSize
  const owed = debts(row.fields.questions)
  const verdict = settle(row, changes, conflicts)
  const isAsked = hasEntries(row) && debts(row.fields.questions).some((debt) => !owed.includes(debt))
  row.mostPerAccount = Math.max(row.mostPerAccount, Number(row.fields.perAccount))
  tellChange(state, op.id, changes, Date.parse(last) + DAY_MS >= Date.parse(at), isAsked)
  state.fillPlaces(op.id, at)
  return verdict
}

/** Everybody may read the live results, or not any more. What is official stays so. */
export function publish(state: RefState, op: Op, uid: string): RefVerdict {
  const row = state.marathons.get(op.id)
  if (!row) return no(state.missing(op.id))
  if (!state.leads(op.id, uid)) return no('FORBIDDEN')
  if (op.patch.results !== '' && op.patch.results !== 'live') return no('INVALID')
  if (row.fields.results === op.patch.results) return applied(false)
  if (row.fields.results === 'official') return no('STALE')
  row.fields.results = op.patch.results
  row.ver += 1
  return applied(true)
}

export function deleteMarathon(state: RefState, op: Op, uid: string, at: string): RefVerdict {
  const row = state.marathons.get(op.id)
  if (!row) return applied(false)
  if (row.owner !== uid) return no('FORBIDDEN')
  state.marathons.delete(op.id)
  state.gone.set(`marathon:${op.id}`, { owner: uid, isStripped: false })
  for (const rows of [state.checkIns, state.recordings, state.rulings])
    for (const [id, one] of rows) if (one.marathon === op.id) rows.delete(id)
  state.forgetNotices((notice) => notice.marathon === op.id)
  // Nobody else has an entry without account.
  for (const [id, one] of state.applications)
    if (one.marathon === op.id && one.owner === null) state.applications.delete(id)
  if (hasEntries(row) && Date.parse(String(row.fields.startDate)) > Date.parse(at))
    state.tell(op.id, 'deleted', row.fields.cancelled === null, ['deleted'])
  return applied(true)
}

/** The order of a draw: by the hash of the seed's bytes and the application's id. */
export function draw(state: RefState, op: Op, uid: string, at: string, seed: string): RefVerdict {
  const row = state.marathons.get(op.id)
  if (!row) return no(state.missing(op.id))
  if (!state.leads(op.id, uid)) return no('FORBIDDEN')
  if (row.fields.registration !== 'ballot') return no('INVALID')
  if (row.isDrawn) return applied(false)
  if (row.fields.cancelled !== null) return no('INVALID')
  if (at < String(row.fields.regStart) || at <= String(row.fields.regEnd)) return no('REG_OPEN')
  const hashOf = (id: string) =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.from(seed, 'hex'), Buffer.from(id)]))
      .digest('hex')
  const line = [...state.applications]
    .filter(([, one]) => one.marathon === op.id && one.status === 'entered')
    .map(([id, one]) => ({ hash: hashOf(id), one }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  for (const [index, { one }] of line.entries()) {
    const hasPlace = row.count < Number(row.fields.capacity)
    one.status = hasPlace ? 'registered' : 'waiting'
    one.order = hasPlace ? null : state.last()
    one.drawOrder = index + 1
    one.promotions += 1
    one.ver += 1
    if (hasPlace) row.count += 1
    else row.waiting += 1
  }
  row.entered = 0
  row.isDrawn = true
  row.ver += 1
  state.tell(op.id, 'drawn', false)
  return applied(true)
}

function hasEntries({ count, waiting, entered, unclaimed }: RefMarathon): boolean {
  return count + waiting + entered + unclaimed > 0
}

/** Places are deferred to another marathon that these accounts organise too. */
function mayDeferTo(state: RefState, { id, patch: { deferTo = null } }: Op, ...uids: string[]): boolean {
  if (deferTo === null) return true
  const isOther = deferTo !== id && state.marathons.has(String(deferTo))
  return isOther && uids.every((uid) => state.leads(String(deferTo), uid))
}

/**
 * Is the patch valid? This checks only for the mistakes that the simulation makes: empty required text, capacity 0,
 * unknown fields, another title.
 * @param whole whether all required fields must be there
 */
function isMarathon(patch: Record<string, unknown>, whole: boolean): boolean {
  const known = whole ? MARATHON : [...MARATHON, 'cancelled']
  if (Object.keys(patch).some((name) => !known.includes(name))) return false
  if (!whole && 'title' in patch) return false
  if (TEXTS.some((name) => (whole || name in patch) && !tidy(patch[name] ?? ''))) return false
  return patch.capacity !== 0 && !(whole && isWrongBallot(patch))
}

/** A ballot needs a number of places, and an account has at most ten applications in it. */
function isWrongBallot(fields: Record<string, unknown>): boolean {
  const isEndless = typeof fields.capacity !== 'number'
  return fields.registration === 'ballot' && (isEndless || Number(fields.perAccount ?? 10) > 10)
}
