import { type SQL, sql } from 'drizzle-orm'
import { MAX_TERMS } from '../db/d1-limits.ts'
import {
  type Before,
  bibSlot,
  type Counted,
  type Decided,
  type Precondition,
  personSlot,
  type Write,
} from './decision.ts'
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

/** SELECTs that return NULL for each precondition that does not hold any more. */
function brokenPreconditions({ actor, decided, before, now, isLimited }: Write): SQL[] {
  const { uid } = actor
  const preconditions = decided.flatMap(({ decision }) => decision.preconditions)
  const selects: SQL[] = isLimited ? [overBudget(uid, now)] : []
  for (const [type, table, rows] of [
    ['marathon', 'marathon', before.marathons],
    ['application', 'application', before.applications],
    ['checkIn', 'check_in', before.checkIns],
    ['notice', 'notice', before.notices],
  ] as const) {
    const ids = new Set(preconditions.flatMap((precondition) => (precondition.kind === type ? [precondition.id] : [])))
    if (ids.size === 0) continue
    const expected = [...ids].map((id) => ({
      id,
      ver: rows.get(id)?.ver ?? 0,
      gone: before.gone.has(`${type}:${id}`) ? 1 : 0,
    }))
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(expected)}) e
      LEFT JOIN ${sql.raw(table)} r ON r.id = e.value->>'id'
      LEFT JOIN tombstone t ON t.type = ${type} AND t.id = e.value->>'id'
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
  for (const { type, min, max } of ownedBounds(decided)) {
    selects.push(sql`SELECT NULL WHERE (SELECT count(*) FROM ${sql.raw(type)} WHERE owner_uid = ${uid})
      NOT BETWEEN ${min} AND ${max}`)
  }
  const helped = new Set(preconditions.flatMap((one) => (one.kind === 'helper' ? [one.marathonId] : [])))
  if (helped.size > 0) {
    // Each acceptance and each removal gives the helper's row a new seq.
    const expected = [...helped].map((id) => ({ id, seq: before.helping.get(id)?.seq ?? 0 }))
    selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(expected)}) e
      LEFT JOIN helper r ON r.marathon_id = e.value->>'id' AND r.uid = ${uid}
      WHERE coalesce(r.seq, 0) <> e.value->>'seq'`)
  }
  for (const slots of jsonParameters(personSlots(preconditions, before, uid))) {
    selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.owner_uid = ${uid}
        AND r.person_key = e.value->>'person'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`)
  }
  for (const slots of jsonParameters(bibSlots(preconditions, before))) {
    selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.bib = e.value->>'bib'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`)
  }
  return selects
}

/**
 * The application in each person's slot as it was read; '' for an empty slot. A slot that is not empty holds the row
 * that the op changes, or one that an earlier op of this request deletes or renames.
 */
function personSlots(preconditions: Precondition[], before: Before, uid: string) {
  const slots = new Map<string, { marathonId: string; person: string; holder: string }>()
  for (const precondition of preconditions) {
    if (precondition.kind !== 'no-person') continue
    const { marathonId, person } = precondition
    const slot = personSlot(marathonId, uid, person)
    slots.set(slot, { marathonId, person, holder: before.people.get(slot) ?? '' })
  }
  return [...slots.values()]
}

/** The application that had each bib as it was read; '' for a free one. */
function bibSlots(preconditions: Precondition[], before: Before) {
  const slots = new Map<string, { marathonId: string; bib: string; holder: string }>()
  for (const precondition of preconditions) {
    if (precondition.kind !== 'no-bib') continue
    const { marathonId, bib } = precondition
    const slot = bibSlot(marathonId, bib)
    slots.set(slot, { marathonId, bib, holder: before.bibs.get(slot) ?? '' })
  }
  return [...slots.values()]
}

/**
 * The least and the greatest number of own rows that the account may have before the batch. Only types with such a
 * precondition are returned: those that the request creates.
 */
function ownedBounds(decided: Decided[]) {
  return (['marathon', 'application'] as const).flatMap((type) => {
    const bound = { type, min: 0, max: Number.MAX_SAFE_INTEGER }
    let added = 0
    for (const { op, decision } of decided) {
      for (const precondition of decision.preconditions) {
        if (precondition.kind === 'owned-at-least' && precondition.type === type)
          bound.min = Math.max(bound.min, precondition.count - added)
        if (precondition.kind === 'owned-at-most' && precondition.type === type)
          bound.max = Math.min(bound.max, precondition.count - added)
      }
      for (const { kind } of decision.effects) {
        if (kind === `put-${type}` && op.type === `${type}.create`) added += 1
        if (kind === `delete-${type}`) added -= 1
      }
    }
    return bound.min > 0 || bound.max < Number.MAX_SAFE_INTEGER ? [bound] : []
  })
}

/** The least and the greatest number of written notices that each marathon may have before the batch. */
function writtenBounds(decided: Decided[]) {
  const bounds = new Map<string, { marathonId: string; min: number; max: number }>()
  const added = new Map<string, number>()
  for (const { decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'written-at-least' && precondition.kind !== 'written-at-most') continue
      const { marathonId, kind } = precondition
      const bound = bounds.get(marathonId) ?? { marathonId, min: 0, max: Number.MAX_SAFE_INTEGER }
      const count = precondition.count - (added.get(marathonId) ?? 0)
      if (kind === 'written-at-least') bound.min = Math.max(bound.min, count)
      else bound.max = Math.min(bound.max, count)
      bounds.set(marathonId, bound)
    }
    for (const effect of decision.effects) {
      if (effect.kind !== 'put-notice' && effect.kind !== 'delete-notice') continue
      const { kind, marathonId } = effect.row
      const by = effect.kind === 'put-notice' ? 1 : -1
      if (kind === 'written') added.set(marathonId, (added.get(marathonId) ?? 0) + by)
    }
  }
  return [...bounds.values()]
}

/**
 * The least and the greatest value that each count of a marathon may have before the batch, so that every verdict on
 * its places is correct. A guard on the exact count would fail for 299 of 300 runners who apply at once.
 */
function countBounds(decided: Decided[], before: Before) {
  const bounds = new Map<string, { id: string; of: Counted; min: number; max: number }>()
  const added = new Map<string, number>()
  const key = (marathonId: string, of: Counted) => `${of}:${marathonId}`
  for (const { decision } of decided) {
    for (const precondition of decision.preconditions) {
      if (precondition.kind !== 'count-at-least' && precondition.kind !== 'count-at-most') continue
      const { marathonId, of } = precondition
      // No other request can change the counts of a marathon that this request creates.
      if (!before.marathons.has(marathonId)) continue
      const counted = key(marathonId, of)
      const bound = bounds.get(counted) ?? { id: marathonId, of, min: 0, max: Number.MAX_SAFE_INTEGER }
      const count = precondition.count - (added.get(counted) ?? 0)
      if (precondition.kind === 'count-at-least') bound.min = Math.max(bound.min, count)
      else bound.max = Math.min(bound.max, count)
      bounds.set(counted, bound)
    }
    for (const effect of decision.effects) {
      if (effect.kind !== 'count') continue
      for (const [of, delta] of [
        ['regCount', effect.registered],
        ['waitingCount', effect.waiting],
        ['enteredCount', effect.entered],
      ] as const) {
        const counted = key(effect.marathonId, of)
        added.set(counted, (added.get(counted) ?? 0) + delta)
      }
    }
  }
  return [...bounds.values()]
}
