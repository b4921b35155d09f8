import { type SQL, sql } from 'drizzle-orm'
import { MAX_TERMS } from '../db/d1-limits.ts'
import {
  type Actor,
  accountSlot,
  type Before,
  bibSlot,
  type Counted,
  type Decided,
  type Limited,
  type Precondition,
  personSlot,
  type Write,
} from './decide/decision.ts'
import { overBudget } from './op-budget.ts'
import { jsonParameters } from './written-rows.ts'

/**
 * The guards of a batch: statements that abort it if a precondition does not hold any more. They are joined because
 * each statement costs time in D1.
 */
export function guards(request: Write): SQL[] {
  const broken = brokenPreconditions(request)
  const statements: SQL[] = []
  for (let from = 0; from < broken.length; from += MAX_TERMS) {
    const terms = broken.slice(from, from + MAX_TERMS)
    statements.push(guard(sql.join(terms, sql` UNION ALL `)))
  }
  return statements
}

/** Aborts the batch if the query selects a row: its only column is NULL, and the table `guard` forbids that. */
export function guard(broken: SQL): SQL {
  return sql`INSERT INTO guard (ok) ${broken}`
}

/**
 * Selects NULL for each session that was ended, or whose account was deleted, since it was checked. A session that is
 * not younger than the end of the account's sessions was ended.
 */
export function endedSince(actors: Pick<Actor, 'uid' | 'issuedAt'>[]): SQL {
  const sessions = actors.flatMap(({ uid, issuedAt }) => (issuedAt === undefined ? [] : [[uid, issuedAt]]))
  const [only] = sessions
  // A list would be one more row that D1 reads for each write.
  if (only && sessions.length === 1)
    return sql`SELECT NULL FROM account WHERE uid = ${only[0]} AND sessions_after >= ${only[1]}`
  return sql`SELECT NULL FROM json_each(${JSON.stringify(sessions)}) e CROSS JOIN account a ON a.uid = e.value->>0
    WHERE a.sessions_after >= e.value->>1`
}

/**
 * Did a guard abort the batch? A guard inserts NULL into a NOT NULL column. A unique index acts as a guard too: it
 * aborts the insert of a row that exists by now. D1's errors have no code, so this function reads their text.
 */
export function isGuardFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/constraint failed/i.test(cause.message)) return true
  }
  return false
}

/** Most attempts at a batch whose guards fail. */
export const MAX_TRIES = 8
const JITTER_MS = 20

/**
 * Runs an attempt at a batch, and again while a guard fails, after a short random pause that grows.
 * @param attempt reads, decides and writes; it gets how many attempts failed before
 * @returns null if a guard failed at every attempt
 */
export async function untilGuardsHold<T>(attempt: (retries: number) => Promise<T>): Promise<T | null> {
  for (let retries = 0; retries < MAX_TRIES; retries++) {
    if (retries > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS * retries))
    try {
      return await attempt(retries)
    } catch (error) {
      if (!isGuardFailure(error)) throw error
    }
  }
  return null
}

/** SELECTs that return NULL for each precondition that does not hold any more. */
function brokenPreconditions({ decided, actors, before, now, isLimited }: Write): SQL[] {
  const preconditions = decided.flatMap(({ decision }) => decision.preconditions)
  const selects: SQL[] = isLimited ? [overBudget([...new Set(decided.map(({ uid }) => uid))], now)] : []
  selects.push(endedSince(actors))
  for (const [type, table, rows] of [
    ['marathon', 'marathon', before.marathons],
    ['application', 'application', before.applications],
    ['checkIn', 'recording', before.checkIns],
    ['notice', 'notice', before.notices],
  ] as const) {
    const ids = new Set(preconditions.flatMap((precondition) => (precondition.kind === type ? [precondition.id] : [])))
    if (ids.size === 0) continue
    const expected = [...ids].map((id) => ({
      id,
      ver: rows.get(id)?.ver ?? 0,
      gone: before.gone.has(`${type}:${id}`) ? 1 : 0,
    }))
    // The type is no parameter: tombstone has partial indexes on it, and SQLite compiles a statement anew whenever such a
    // parameter is bound.
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(expected)}) e
      LEFT JOIN ${sql.raw(table)} r ON r.id = e.value->>'id'
      LEFT JOIN tombstone t ON t.type = ${sql.raw(`'${type}'`)} AND t.id = e.value->>'id'
      WHERE coalesce(r.ver, 0) <> e.value->>'ver' OR (t.id IS NOT NULL) <> (e.value->>'gone')`)
  }
  const bounds = countBounds(decided, before)
  if (bounds.length > 0) {
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(bounds)}) e
      JOIN marathon r ON r.id = e.value->>'id'
      WHERE CASE e.value->>'of' WHEN 'regCount' THEN r.reg_count WHEN 'enteredCount' THEN r.entered_count
        ELSE r.waiting_count END
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`)
  }
  const written = writtenBounds(decided)
  if (written.length > 0) {
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(written)}) e
      WHERE (SELECT count(*) FROM notice WHERE marathon_id = e.value->>'marathonId' AND kind = 'written')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`)
  }
  const applied = appliedBounds(decided)
  if (applied.length > 0) {
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(applied)}) e
      WHERE (SELECT count(*) FROM application WHERE marathon_id = e.value->>'marathonId' AND owner_uid = e.value->>'uid')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`)
  }
  for (const type of ['marathon', 'application'] as const) {
    const owned = ownedBounds(decided, type)
    if (owned.length === 0) continue
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(owned)}) e
      WHERE (SELECT count(*) FROM ${sql.raw(type)} WHERE owner_uid = e.value->>'uid')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`)
  }
  const staff = staffSlots(preconditions, before)
  if (staff.length > 0) {
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(staff)}) e
      LEFT JOIN staff r ON r.marathon_id = e.value->>'marathonId' AND r.uid = e.value->>'uid'
      WHERE coalesce(r.seq, 0) <> e.value->>'seq'`)
  }
  for (const slots of jsonParameters(personSlots(preconditions, before))) {
    selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.owner_uid = e.value->>'uid'
        AND r.person_key = e.value->>'person'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`)
  }
  for (const slots of jsonParameters(bibSlots(preconditions, before))) {
    selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.bib_key = e.value->>'key'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`)
  }
  return selects
}

/** What each account is at a marathon, as it was read. Each change of it gives the row a new seq. */
function staffSlots(preconditions: Precondition[], before: Before) {
  const slots = new Map<string, { marathonId: string; uid: string; seq: number }>()
  for (const precondition of preconditions) {
    if (precondition.kind !== 'staff') continue
    const { marathonId, uid } = precondition
    const slot = accountSlot(marathonId, uid)
    slots.set(slot, { marathonId, uid, seq: before.staff.get(slot)?.seq ?? 0 })
  }
  return [...slots.values()]
}

/**
 * The application in each person's slot as it was read; '' for an empty slot. A slot that is not empty holds the row
 * that the op changes, or one that an earlier op of this batch deletes or renames.
 */
function personSlots(preconditions: Precondition[], before: Before) {
  const slots = new Map<string, { marathonId: string; uid: string; person: string; holder: string }>()
  for (const precondition of preconditions) {
    if (precondition.kind !== 'no-person') continue
    const { marathonId, uid, person } = precondition
    const slot = personSlot(marathonId, uid, person)
    slots.set(slot, { marathonId, uid, person, holder: before.people.get(slot) ?? '' })
  }
  return [...slots.values()]
}

/** The application that had each bib as it was read; '' for a free one. */
function bibSlots(preconditions: Precondition[], before: Before) {
  const slots = new Map<string, { marathonId: string; key: string; holder: string }>()
  for (const precondition of preconditions) {
    if (precondition.kind !== 'no-bib') continue
    const { marathonId, key } = precondition
    const slot = bibSlot(marathonId, key)
    slots.set(slot, { marathonId, key, holder: before.bibs.get(slot) ?? '' })
  }
  return [...slots.values()]
}

/** What counts may be before a batch, so that every count that a verdict saw was within its bounds. */
class Bounds<Of extends object> {
  readonly #bounds = new Map<string, Of & { min: number; max: number }>()
  readonly #added = new Map<string, number>()

  /** A verdict rests on a count of at least, or at most, this. @param kind of the precondition */
  need(key: string, of: Of, { kind, count }: { kind: string; count: number }) {
    const bound = this.#bounds.get(key) ?? { ...of, min: 0, max: Number.MAX_SAFE_INTEGER }
    const before = count - (this.#added.get(key) ?? 0)
    if (kind.endsWith('-at-least')) bound.min = Math.max(bound.min, before)
    else bound.max = Math.min(bound.max, before)
    this.#bounds.set(key, bound)
  }

  /** An op of the batch changes the count for those after it. */
  add(key: string, by: number) {
    this.#added.set(key, (this.#added.get(key) ?? 0) + by)
  }

  all() {
    return [...this.#bounds.values()]
  }
}

/**
 * The number of own rows of a type that each account may have before the batch. Only accounts with such a precondition
 * are returned: those that create a row of this type.
 */
function ownedBounds(decided: Decided[], type: Limited) {
  const bounds = new Bounds<{ uid: string }>()
  for (const { uid, op, decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'owned-at-least' && precondition.kind !== 'owned-at-most') continue
      if (precondition.type === type) bounds.need(uid, { uid }, precondition)
    }
    for (const { kind } of decision.effects) {
      if (kind === `put-${type}` && op.type === `${type}.create`) bounds.add(uid, 1)
      if (kind === `delete-${type}`) bounds.add(uid, -1)
    }
  }
  return bounds.all()
}

/** The number of applications that each account may have at each marathon before the batch. */
function appliedBounds(decided: Decided[]) {
  const bounds = new Bounds<{ marathonId: string; uid: string }>()
  for (const { op, decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'applied-at-least' && precondition.kind !== 'applied-at-most') continue
      const { marathonId, uid } = precondition
      bounds.need(accountSlot(marathonId, uid), { marathonId, uid }, precondition)
    }
    for (const effect of decision.effects) {
      const isNew = effect.kind === 'put-application' && op.type === 'application.create'
      if ((!isNew && effect.kind !== 'delete-application') || effect.row.ownerUid === null) continue
      bounds.add(accountSlot(effect.row.marathonId, effect.row.ownerUid), isNew ? 1 : -1)
    }
  }
  return bounds.all()
}

/** The number of written notices that each marathon may have before the batch. */
function writtenBounds(decided: Decided[]) {
  const bounds = new Bounds<{ marathonId: string }>()
  for (const { decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'written-at-least' && precondition.kind !== 'written-at-most') continue
      const { marathonId } = precondition
      bounds.need(marathonId, { marathonId }, precondition)
    }
    for (const effect of decision.effects) {
      if (effect.kind !== 'put-notice' && effect.kind !== 'delete-notice') continue
      const { kind, marathonId } = effect.row
      if (kind === 'written') bounds.add(marathonId, effect.kind === 'put-notice' ? 1 : -1)
    }
  }
  return bounds.all()
}

/**
 * The value that each count of a marathon may have before the batch, so that every verdict on its places is correct. A
 * guard on the exact count would fail for 299 of 300 runners who apply at once.
 */
function countBounds(decided: Decided[], before: Before) {
  const bounds = new Bounds<{ id: string; of: Counted }>()
  const key = (marathonId: string, of: Counted) => `${of}:${marathonId}`
  for (const { decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'count-at-least' && precondition.kind !== 'count-at-most') continue
      const { marathonId, of } = precondition
      // No other request can change the counts of a marathon that this request creates.
      if (before.marathons.has(marathonId)) bounds.need(key(marathonId, of), { id: marathonId, of }, precondition)
    }
    for (const effect of decision.effects) {
      if (effect.kind !== 'count') continue
      bounds.add(key(effect.marathonId, 'regCount'), effect.registered)
      bounds.add(key(effect.marathonId, 'waitingCount'), effect.waiting)
      bounds.add(key(effect.marathonId, 'enteredCount'), effect.entered)
    }
  }
  return bounds.all()
}
