import { type SQL, sql } from 'drizzle-orm'
import { textOf } from '../db/client.ts'
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

/** Plain SQL that selects a row if a precondition does not hold any more, and its values. */
type Broken = [text: string, ...values: unknown[]]

/**
 * The guard of a batch: a statement that aborts it if a precondition does not hold any more. It is one for all of them,
 * because each statement costs time in D1.
 */
export function guards(d1: D1Database, request: Write): D1PreparedStatement {
  const broken = brokenPreconditions(request)
  const isBroken = broken.map(([text]) => `EXISTS (${text})`).join(' OR ')
  return d1
    .prepare(`INSERT INTO guard (ok) SELECT NULL WHERE ${isBroken}`)
    .bind(...broken.flatMap(([, ...values]) => values))
}

/**
 * Aborts the batch if the query selects a row: its only column is NULL, and the table `guard` forbids that. D1 has no
 * BEGIN: a transaction is a list of statements, which is undone only where one fails.
 */
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

/**
 * SQL for rows of a table, and ids, that are not as they were read. The type is no parameter: tombstone has partial
 * indexes on it, and SQLite compiles a statement anew whenever such a parameter is bound.
 */
const changed = (
  type: string,
  table: string,
) => `SELECT 1 FROM json_each(?) e LEFT JOIN ${table} r ON r.id = e.value->>'id'
  LEFT JOIN tombstone t ON t.type = '${type}' AND t.id = e.value->>'id'
  WHERE coalesce(r.ver, 0) <> e.value->>'ver' OR (t.id IS NOT NULL) <> (e.value->>'gone')`

const CHANGED = {
  marathon: changed('marathon', 'marathon'),
  application: changed('application', 'application'),
  checkIn: changed('checkIn', 'recording'),
  recording: changed('recording', 'recording'),
  ruling: changed('ruling', 'ruling'),
  notice: changed('notice', 'notice'),
}

const CHANGED_STAFF = `SELECT 1 FROM json_each(?) e
  LEFT JOIN staff r ON r.marathon_id = e.value->>'marathonId' AND r.uid = e.value->>'uid'
  WHERE coalesce(r.seq, 0) <> e.value->>'seq'`
const CHANGED_PERSON = `SELECT 1 FROM json_each(?) e LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId'
    AND r.owner_uid = e.value->>'uid' AND r.person_key = e.value->>'person'
  WHERE coalesce(r.id, '') <> e.value->>'holder'`
const CHANGED_BIB = `SELECT 1 FROM json_each(?) e
  LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.bib_key = e.value->>'key'
  WHERE coalesce(r.id, '') <> e.value->>'holder'`

/** What each precondition that does not hold any more selects. */
function brokenPreconditions({ decided, actors, before, now, isLimited }: Write): Broken[] {
  const preconditions = decided.flatMap(({ decision }) => decision.preconditions)
  const broken: Broken[] = [textOf(endedSince(actors))]
  if (isLimited) broken.push(textOf(overBudget([...new Set(decided.map(({ uid }) => uid))], now)))
  for (const type of ['marathon', 'application', 'checkIn', 'recording', 'ruling', 'notice'] as const) {
    const ids = new Set(preconditions.flatMap((precondition) => (precondition.kind === type ? [precondition.id] : [])))
    if (ids.size === 0) continue
    // Check-ins and recordings are in one table.
    const others = { checkIn: before.recordings, recording: before.checkIns }[type as 'checkIn' | 'recording']
    const expected = [...ids].map((id) => ({
      id,
      ver: (before[`${type}s`].get(id) ?? others?.get(id))?.ver ?? 0,
      gone: before.gone.has(`${type}:${id}`) ? 1 : 0,
    }))
    broken.push([CHANGED[type], JSON.stringify(expected)])
  }
  for (const [name, list] of boundsOf(decided, before)) broken.push([OUT_OF_BOUNDS[name], JSON.stringify(list)])
  const { staff, people, bibs } = slotsOf(preconditions, before)
  for (const [text, slots] of [
    [CHANGED_STAFF, staff],
    [CHANGED_PERSON, people],
    [CHANGED_BIB, bibs],
  ] as const)
    for (const json of jsonParameters(slots)) broken.push([text, json])
  return broken
}

/**
 * What the slots that verdicts rest on held as they were read.
 * - `staff`: what each account is at a marathon. Each change of it gives the row a new seq.
 * - `people`: the application in each person's slot; '' for an empty one. A slot that is not empty holds the row that
 *   the op changes, or one that an earlier op of this batch deletes or renames.
 * - `bibs`: the application that had each bib; '' for a free one.
 */
function slotsOf(preconditions: Precondition[], before: Before) {
  const staff = new Map<string, object>()
  const people = new Map<string, object>()
  const bibs = new Map<string, object>()
  for (const one of preconditions) {
    if (one.kind === 'staff') {
      const slot = accountSlot(one.marathonId, one.uid)
      staff.set(slot, { ...one, seq: before.staff.get(slot)?.seq ?? 0 })
    } else if (one.kind === 'no-person') {
      const slot = personSlot(one.marathonId, one.uid, one.person)
      people.set(slot, { ...one, holder: before.people.get(slot) ?? '' })
    } else if (one.kind === 'no-bib') {
      const slot = bibSlot(one.marathonId, one.key)
      bibs.set(slot, { ...one, holder: before.bibs.get(slot) ?? '' })
    }
  }
  return { staff: [...staff.values()], people: [...people.values()], bibs: [...bibs.values()] }
}

const outOfBounds = (count: string) =>
  `SELECT 1 FROM json_each(?) e WHERE ${count} NOT BETWEEN e.value->>'min' AND e.value->>'max'`

/** SQL for the counts that verdicts rest on: those of a marathon, written notices, own applications, own rows of a type. */
const OUT_OF_BOUNDS = {
  count:
    outOfBounds(`(SELECT CASE e.value->>'of' WHEN 'regCount' THEN r.reg_count WHEN 'enteredCount' THEN r.entered_count
    WHEN 'unclaimedCount' THEN r.unclaimed_count ELSE r.waiting_count END FROM marathon r WHERE r.id = e.value->>'marathonId')`),
  written: outOfBounds(`(SELECT count(*) FROM notice WHERE marathon_id = e.value->>'marathonId' AND kind = 'written')`),
  applied: outOfBounds(
    `(SELECT count(*) FROM application WHERE marathon_id = e.value->>'marathonId' AND owner_uid = e.value->>'uid')`,
  ),
  owned:
    outOfBounds(`CASE e.value->>'type' WHEN 'marathon' THEN (SELECT count(*) FROM marathon WHERE owner_uid = e.value->>'uid')
    ELSE (SELECT count(*) FROM application WHERE owner_uid = e.value->>'uid') END`),
}
type Name = keyof typeof OUT_OF_BOUNDS
/** Whose count it is. */
interface Of {
  marathonId?: string
  uid?: string
  type?: Limited
  of?: Counted
}

/**
 * What each count may be before a batch, so that every count that a verdict saw was within its bounds. A guard on the
 * exact count would fail for 299 of 300 runners who apply at once.
 */
function boundsOf(decided: Decided[], before: Before) {
  const all = new Map<string, Of & { name: Name; min: number; max: number }>()
  const added = new Map<string, number>()
  const keyOf = (name: Name, { marathonId, uid, type, of }: Of) => [name, marathonId, uid, type, of].join('\n')
  for (const one of decided) {
    for (const precondition of one.decision.preconditions) {
      if (!('count' in precondition)) continue
      const { kind, count, ...of } = precondition
      const name = kind.slice(0, kind.indexOf('-')) as Name
      // No other request can change the counts of a marathon that this request creates.
      if (name === 'count' && 'marathonId' in of && !before.marathons.has(of.marathonId)) continue
      const key = keyOf(name, of)
      const bound = all.get(key) ?? { ...of, name, min: 0, max: Number.MAX_SAFE_INTEGER }
      const least = count - (added.get(key) ?? 0)
      if (kind.endsWith('-at-least')) bound.min = Math.max(bound.min, least)
      else bound.max = Math.min(bound.max, least)
      all.set(key, bound)
    }
    for (const [name, of, by] of changesOfCounts(one)) {
      const key = keyOf(name, of)
      added.set(key, (added.get(key) ?? 0) + by)
    }
  }
  return Map.groupBy(all.values(), ({ name }) => name)
}

/** How an op changes the counts for those after it. */
function changesOfCounts({ uid, op, decision }: Decided): [Name, Of, by: number][] {
  return decision.effects.flatMap((effect): [Name, Of, number][] => {
    switch (effect.kind) {
      case 'put-staff': {
        // A new marathon, or one that is handed over: of the two rows one becomes the owner's.
        const isOwnerMade = op.type === 'marathon.create' || op.type === 'staff.takeOver'
        const { role, uid: of } = effect.row
        return isOwnerMade ? [['owned', { uid: of, type: 'marathon' }, role === 'owner' ? 1 : -1]] : []
      }
      case 'delete-marathon':
        return [['owned', { uid, type: 'marathon' }, -1]]
      case 'put-application':
      case 'set-entry':
      case 'delete-application': {
        const by = effect.kind === 'delete-application' ? -1 : 1
        const isMade = effect.kind === 'set-entry' ? op.type === 'application.claim' : effect.row.ver === 1
        const { marathonId, ownerUid } = effect.row
        if (ownerUid === null || (by === 1 && !isMade)) return []
        return [
          ['owned', { uid: ownerUid, type: 'application' }, by],
          ['applied', { marathonId, uid: ownerUid }, by],
        ]
      }
      case 'put-notice':
      case 'delete-notice': {
        const { kind, marathonId } = effect.row
        return kind === 'written' ? [['written', { marathonId }, effect.kind === 'put-notice' ? 1 : -1]] : []
      }
      case 'count': {
        const { marathonId, registered, waiting, entered, unclaimed } = effect
        return [
          ['count', { marathonId, of: 'regCount' }, registered],
          ['count', { marathonId, of: 'waitingCount' }, waiting],
          ['count', { marathonId, of: 'enteredCount' }, entered],
          ['count', { marathonId, of: 'unclaimedCount' }, unclaimed],
        ]
      }
      default:
        return []
    }
  })
}
