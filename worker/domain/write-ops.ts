import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { MAX_SYSTEM_NOTICES } from '../../contract/limits.ts'
import {
  type ApplicationRow,
  type CheckInRow,
  type HelperRow,
  type MarathonRow,
  type NoticeRow,
  statement,
} from '../db/client.ts'
import { application, checkIn, marathon, notice } from '../db/schema.ts'
import type { Decided } from './decision.ts'
import { type Actor, bibSlot, type Counted, type Precondition, personSlot } from './decision.ts'
import { PROMOTED } from './notice-text.ts'
import { charge, costOf, overBudget } from './op-budget.ts'
import { namesPeople, verdictText, WITHOUT_CONTACT } from './verdict-text.ts'

/** Most UTF-16 code units of a JSON parameter. Each is at most 3 bytes, and D1 accepts 2 MB. */
const MAX_JSON_LENGTH = 600_000

/** Most applications that one statement of a draw, or of the notices of a promotion, is about. */
const DRAW_ROWS = 5000

/** D1 accepts at most this many SELECTs in one UNION. */
const MAX_TERMS = 5

/** The rows as they were read, before any op of the request. See `State` in decision.ts. */
export interface Before {
  marathons: ReadonlyMap<string, MarathonRow>
  applications: ReadonlyMap<string, ApplicationRow>
  checkIns: ReadonlyMap<string, CheckInRow>
  notices: ReadonlyMap<string, NoticeRow>
  people: ReadonlyMap<string, string>
  bibs: ReadonlyMap<string, string>
  gone: ReadonlyMap<string, string>
  helping: ReadonlyMap<string, HelperRow>
}

/** How a table's rows are written. An insert and an update take every column that is not listed here from the row. */
interface Written {
  table: typeof marathon | typeof application | typeof checkIn | typeof notice
  /** Columns that an insert sets and an update leaves alone. */
  fixed: string[]
  /**
   * Columns that are not taken from the row: `put` sets `seq`; other statements or the column's default set the rest.
   */
  apart: string[]
  /** SQL that an update sets in addition, or ''. */
  onUpdate: string
}

const MARATHON: Written = {
  table: marathon,
  fixed: ['id', 'ownerUid', 'title', 'name', 'email', 'createdAt'],
  apart: ['seq', 'regCount', 'waitingCount', 'enteredCount', 'past'],
  onUpdate: 'past = 0',
}

/** The texts about the runner that an update can set. The nightly run erases them, and `email`. */
export const PERSONAL = [
  'first_name',
  'last_name',
  'phone_number',
  'additional_info',
  'location',
  'description',
  'image',
]

const APPLICATION: Written = {
  table: application,
  // A promotion or a draw alone changes the status of a row that exists.
  fixed: ['id', 'marathonId', 'ownerUid', 'organiserUid', 'title', 'startDate', 'email', 'createdAt', 'status'],
  apart: ['seq', 'erasedAt', 'waitingOrder', 'promotedAt', 'drawOrder'],
  // An erased row stays erased until somebody writes one of these texts into it. A new bib changes none of them.
  onUpdate: `erased_at = iif(${PERSONAL.map((name) => `excluded.${name} = ''`).join(' AND ')}, erased_at, NULL)`,
}

const CHECK_IN: Written = {
  table: checkIn,
  fixed: ['id', 'marathonId', 'applicationId', 'organiserUid', 'at', 'gate', 'by', 'byUid'],
  apart: ['seq'],
  onUpdate: '',
}

const NOTICE: Written = {
  table: notice,
  fixed: ['id', 'marathonId', 'organiserUid', 'applicationId', 'toUid', 'kind', 'text', 'urgent', 'at', 'by', 'ver'],
  apart: ['seq'],
  onUpdate: '',
}

/**
 * SQL for a tombstone of a notice whose id has one already. The id of a notice of the server follows from the op, so
 * somebody can have written and deleted a notice with that id before.
 */
export const replaceTombstone = sql`ON CONFLICT (type, id) DO UPDATE SET owner_uid = excluded.owner_uid,
  organiser_uid = excluded.organiser_uid, marathon_id = excluded.marathon_id, deleted_at = excluded.deleted_at,
  seq = excluded.seq`

/** A notice that a batch made. `to` is the only account that it is for; null for everybody concerned. */
export interface CommittedNotice {
  id: string
  marathonId: string
  kind: NoticeRow['kind']
  urgent: boolean
  to: string | null
}

/** A draw: the effect, and the number of its first seq in the batch. */
interface Draw {
  marathonId: string
  order: string[]
  places: number
  first: number
}

/**
 * How many notices of the server a batch makes at a marathon, and the number of the first seq for deleted older ones.
 */
interface Trim {
  marathonId: string
  count: number
  first: number
}

/** The input of the write batch of one request. */
export interface Write {
  actor: Actor
  decided: Decided[]
  before: Before
  /** ms since the epoch */
  now: number
  /** Is the account charged? */
  isLimited: boolean
}

/**
 * The write batch: it moves the clock, runs the guards, and writes the rows and the op records. All rows of a table are
 * one JSON parameter, or a few where they are large.
 *
 * - Guards re-check every precondition of every verdict, rejections included. A guard that fails aborts the batch.
 * - Every written row and every op record gets its own seq. D1 runs batches one after another, so the order of seq is
 *   the order of commits.
 * @returns the statements, and `noticesOf`, which tells from their results which notices they made
 */
export function writeStatements(d1: D1Database, request: Write) {
  const { actor, decided, before, now } = request
  const change = collectChanges(decided)
  const decidedAt = new Date(now).toISOString()
  let seqs = 0
  const withSeq = <T extends object>(values: T[]) => values.map((value) => ({ ...value, n: ++seqs }))

  const records = withSeq(
    decided.map(({ op, decision }) => ({
      opId: op.opId,
      type: op.type,
      id: op.id,
      verdict: verdictText(decision.verdict),
      modified: decision.effects.some((effect) => effect.kind !== 'count') ? 1 : 0,
      content: op.content,
    })),
  )
  const deletedMarathons = withSeq(change.deletedMarathons)
  const deletedApplications = withSeq(change.deletedApplications)
  const marathons = withSeq(change.marathons)
  const applications = withSeq(change.applications)
  const checkIns = withSeq(change.checkIns)
  const deletedNotices = withSeq(change.deletedNotices)
  const notices = withSeq(change.notices)
  const counts = withSeq(change.counts)
  const promotions = change.promotions.map(({ id, promoted }) => {
    const first = seqs + 1
    // A promoted application and its notice have a seq each.
    seqs += 2 * promoted
    return { id, promoted, first }
  })
  const ofServer = Map.groupBy(
    change.notices.filter(({ kind }) => kind !== 'written'),
    ({ marathonId }) => marathonId,
  )
  const trims = [...ofServer].map(([marathonId, { length: count }]) => {
    const first = seqs + 1
    seqs += count
    return { marathonId, count, first }
  })
  const draws = change.draws.map((draw) => {
    const first = seqs + 1
    seqs += draw.order.length
    return { ...draw, first }
  })

  const statements: SQL[] = [sql`UPDATE clock SET seq = seq + ${seqs} WHERE id = 1 RETURNING seq`]
  const seqOf = sql`(SELECT seq FROM clock) - ${seqs} + (e.value->>'n')`
  const add = (rows: object[], query: (list: SQL) => SQL) => {
    for (const json of jsonParameters(rows)) statements.push(query(sql`json_each(${json}) e`))
  }
  const broken = brokenPreconditions(request)
  // The guards are joined because each statement costs time in D1. Inserting NULL into `guard` aborts the batch.
  for (let from = 0; from < broken.length; from += MAX_TERMS) {
    const terms = broken.slice(from, from + MAX_TERMS)
    statements.push(sql`INSERT INTO guard (ok) ${sql.join(terms, sql` UNION ALL `)}`)
  }
  if (request.isLimited) {
    const cost = decided.reduce((sum, one) => sum + costOf(one), 0)
    statements.push(charge(actor.uid, cost, now))
  }

  add(deletedMarathons, (list) => sql`DELETE FROM marathon WHERE id IN (SELECT e.value->>'id' FROM ${list})`)
  add(deletedApplications, (list) => sql`DELETE FROM application WHERE id IN (SELECT e.value->>'id' FROM ${list})`)
  add(
    deletedApplications,
    (list) => sql`DELETE FROM check_in WHERE application_id IN (SELECT e.value->>'id' FROM ${list})`,
  )
  // Only the owner deletes a marathon, so an index finds its check-ins among those of this organiser.
  add(
    deletedMarathons,
    (list) => sql`DELETE FROM check_in WHERE organiser_uid = ${actor.uid}
      AND marathon_id IN (SELECT e.value->>'id' FROM ${list})`,
  )
  add(
    deletedMarathons,
    (list) => sql`INSERT INTO tombstone (type, id, owner_uid, shown_until, deleted_at, seq)
    SELECT 'marathon', e.value->>'id', ${actor.uid}, e.value->>'shownUntil', ${decidedAt}, ${seqOf} FROM ${list}`,
  )
  add(
    deletedApplications,
    (list) => sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
    SELECT 'application', e.value->>'id', ${actor.uid}, e.value->>'organiserUid', e.value->>'marathonId', ${decidedAt}, ${seqOf} FROM ${list}`,
  )
  add(
    deletedNotices,
    (list) => sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
    SELECT 'notice', e.value->>'id', ${actor.uid}, ${actor.uid}, e.value->>'marathonId', ${decidedAt}, ${seqOf} FROM ${list} WHERE true
    ${replaceTombstone}`,
  )
  add(deletedNotices, (list) => sql`DELETE FROM notice WHERE id IN (SELECT e.value->>'id' FROM ${list})`)
  add(deletedMarathons, (list) => sql`DELETE FROM notice WHERE marathon_id IN (SELECT e.value->>'id' FROM ${list})`)
  add(
    deletedApplications,
    (list) => sql`DELETE FROM notice WHERE application_id IN (SELECT e.value->>'id' FROM ${list})`,
  )
  add(deletedMarathons, (list) => sql`DELETE FROM draw WHERE marathon_id IN (SELECT e.value->>'id' FROM ${list})`)
  add(marathons, (list) => put(MARATHON, list, seqOf))
  // Two applications may swap names or bibs within one request. A unique person_key that no name has, and no bib, free
  // the slots of both first.
  add(
    applications.filter((row) => before.applications.has(row.id)),
    (list) => sql`UPDATE application
    SET person_key = char(10) || id, bib = NULL WHERE id IN (SELECT e.value->>'id' FROM ${list})`,
  )
  add(applications, (list) => put(APPLICATION, list, seqOf))
  add(checkIns, (list) => put(CHECK_IN, list, seqOf))
  add(notices, (list) => put(NOTICE, list, seqOf))
  for (const trim of trims) {
    statements.push(...trimStatements(trim, actor.uid, decidedAt, sql`(SELECT seq FROM clock) - ${seqs}`))
  }
  add(
    counts,
    (list) => sql`UPDATE marathon SET reg_count = reg_count + (e.value->>'registered'),
      waiting_count = waiting_count + (e.value->>'waiting'),
      entered_count = entered_count + (e.value->>'entered'), seq = ${seqOf}
    FROM ${list} WHERE marathon.id = e.value->>'id'`,
  )
  add(
    applications.filter((row) => row.status === 'waiting' && !before.applications.has(row.id)),
    (list) => sql`UPDATE application SET waiting_order = seq WHERE id IN (SELECT e.value->>'id' FROM ${list})`,
  )
  // The places of the statements that tell of promotions, and return what they inserted.
  const telling: number[] = []
  for (const { id, promoted, first } of promotions) {
    statements.push(sql`UPDATE application SET status = 'registered', waiting_order = NULL, promoted_at = ${decidedAt},
      ver = ver + 1, seq = (SELECT seq FROM clock) - ${seqs} + w.n
    FROM (SELECT id, ${first - 1} + row_number() OVER (ORDER BY waiting_order) AS n FROM application
      WHERE marathon_id = ${id} AND waiting_order IS NOT NULL ORDER BY waiting_order LIMIT ${promoted}) w
    WHERE application.id = w.id`)
    if (deletedMarathons.some((deleted) => deleted.id === id)) continue
    for (const told of promotionNotices(id, first, promoted, decidedAt, sql`(SELECT seq FROM clock) - ${seqs}`))
      telling.push(statements.push(told) - 1)
  }
  for (const one of draws) statements.push(...drawStatements(one, sql`(SELECT seq FROM clock) - ${seqs}`))
  add(
    records,
    (list) => sql`INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
    SELECT e.value->>'opId', ${actor.uid}, ${seqOf}, e.value->>'type', e.value->>'id', e.value->>'verdict',
      e.value->>'modified', ${decidedAt}, e.value->>'content' FROM ${list}`,
  )
  // This runs after the insert of the op records, because it also removes what this request recorded. A marathon may
  // have the same id as an application.
  add(
    deletedApplications,
    (list) => sql`UPDATE op_record SET verdict = ${WITHOUT_CONTACT}
    WHERE target_id IN (SELECT e.value->>'id' FROM ${list}) AND type LIKE 'application.%' AND ${namesPeople}`,
  )
  return {
    writes: statements.map((query) => statement(d1, query)),
    noticesOf: (results: D1Result[]): CommittedNotice[] => [
      ...change.notices.map(({ id, marathonId, kind, urgent, toUid }) => {
        return { id, marathonId, kind, urgent: urgent === 1, to: toUid }
      }),
      ...telling.flatMap((at) =>
        ((results[at]?.results ?? []) as Pick<CommittedNotice, 'id' | 'marathonId' | 'to'>[]).map((row) => {
          return { ...row, kind: PROMOTED.kind, urgent: PROMOTED.urgent === 1 }
        }),
      ),
    ],
  }
}

/**
 * The statements of a draw. All of them are in one transaction, so that nobody sees a part of it. Each changes at most
 * DRAW_ROWS rows, because D1 limits the time of a statement. The guard at the end fails if an application of the ballot
 * was not in the list: somebody joined while another left. The `+` keeps SQLite from reading all applications of the
 * marathon for each id.
 * @param before SQL for the seq of the clock before this request
 */
function drawStatements({ marathonId, order, places, first }: Draw, before: SQL): SQL[] {
  const statements: SQL[] = []
  for (let from = 0; from < order.length; from += DRAW_ROWS) {
    const ids = JSON.stringify(order.slice(from, from + DRAW_ROWS))
    const seq = sql`${before} + ${first + from} + e.key`
    statements.push(
      sql`UPDATE application SET status = iif(${from} + e.key < ${places}, 'registered', 'waiting'),
          waiting_order = iif(${from} + e.key < ${places}, NULL, ${seq}), draw_order = ${from + 1} + e.key,
          ver = ver + 1, seq = ${seq}
        FROM json_each(${ids}) e
        WHERE application.id = e.value AND +marathon_id = ${marathonId} AND status = 'entered'`,
      sql`INSERT INTO draw (marathon_id, part, places, ids)
        VALUES (${marathonId}, ${from / DRAW_ROWS}, ${places}, ${ids})`,
    )
  }
  statements.push(sql`INSERT INTO guard (ok) SELECT NULL WHERE EXISTS (SELECT 1 FROM application
    WHERE marathon_id = ${marathonId} AND status = 'entered')`)
  return statements
}

/**
 * The statements that tell the promoted runners, one notice each. The applications got the seqs from `first` on in the
 * statement before; their notices get the next ones. Each statement inserts at most DRAW_ROWS rows.
 * @param before SQL for the seq of the clock before this request
 */
function promotionNotices(marathonId: string, first: number, promoted: number, at: string, before: SQL): SQL[] {
  const { kind, text, urgent } = PROMOTED
  const statements: SQL[] = []
  for (let from = 0; from < promoted; from += DRAW_ROWS) {
    const count = Math.min(DRAW_ROWS, promoted - from)
    statements.push(sql`INSERT INTO notice (id, marathon_id, organiser_uid, application_id, to_uid, kind, text, urgent, at,
        by_name, ver, seq)
      SELECT lower(hex(randomblob(16))), marathon_id, organiser_uid, id, owner_uid, ${kind}, ${text}, ${urgent}, ${at},
        '', 1, seq + ${promoted} FROM application
      WHERE marathon_id = ${marathonId} AND seq >= ${before} + ${first + from} AND seq < ${before} + ${first + from + count}
      RETURNING id, marathon_id AS marathonId, to_uid AS "to"`)
  }
  return statements
}

/**
 * The statements that keep MAX_SYSTEM_NOTICES of the server's notices to everybody at a marathon: the newest. A batch
 * that made `count` of them deletes at most as many.
 * @param before SQL for the seq of the clock before this request
 */
function trimStatements({ marathonId, count, first }: Trim, uid: string, at: string, before: SQL): SQL[] {
  return [
    sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
      SELECT 'notice', o.id, ${uid}, ${uid}, ${marathonId}, ${at}, ${before} + ${first - 1} + row_number() OVER (ORDER BY o.seq)
      FROM (SELECT id, seq FROM notice WHERE marathon_id = ${marathonId} AND to_uid IS NULL AND kind <> 'written'
        ORDER BY seq DESC LIMIT ${count} OFFSET ${MAX_SYSTEM_NOTICES}) o WHERE true
      ${replaceTombstone}`,
    sql`DELETE FROM notice WHERE id IN (SELECT id FROM tombstone
      WHERE type = 'notice' AND seq >= ${before} + ${first} AND seq < ${before} + ${first + count})`,
  ]
}

/**
 * SQL that inserts rows, or updates the rows that exist. The columns come from the table, so that a new column needs no
 * change here, unless it is PERSONAL, fixed or apart.
 * @param list the rows as `json_each(…) e`
 * @param seqOf SQL for the seq of a row in `list`
 */
function put({ table, fixed, apart, onUpdate }: Written, list: SQL, seqOf: SQL): SQL {
  const given = Object.entries(getTableColumns(table)).filter(([property]) => !apart.includes(property))
  const names = given.map(([, { name }]) => name)
  const values = given.map(([property]) => `e.value->>'${property}'`)
  const updated = given
    .filter(([property]) => !fixed.includes(property))
    .map(([, { name }]) => `${name} = excluded.${name}`)
  return sql`INSERT INTO ${table} (${sql.raw(names.join(', '))}, seq)
    SELECT ${sql.raw(values.join(', '))}, ${seqOf} FROM ${list} WHERE true
    ON CONFLICT (id) DO UPDATE SET ${sql.raw([...updated, onUpdate, 'seq = excluded.seq'].filter(Boolean).join(', '))}`
}

/**
 * The rows as JSON arrays: one array if it is short enough. D1 refuses a parameter above 2 MB, and 500 short edits of
 * marathons with long descriptions are larger.
 */
function jsonParameters(rows: object[]): string[] {
  const parameters: string[] = []
  let part: string[] = []
  let length = 0
  for (const row of rows) {
    const json = JSON.stringify(row)
    if (part.length > 0 && length + json.length > MAX_JSON_LENGTH) {
      parameters.push(`[${part.join(',')}]`)
      part = []
      length = 0
    }
    part.push(json)
    length += json.length
  }
  if (part.length > 0) parameters.push(`[${part.join(',')}]`)
  return parameters
}

/** The net result of all effects: the last state of each row, and the sum of the changes of each count. */
function collectChanges(decided: Decided[]) {
  const marathons = new Map<string, MarathonRow>()
  const applications = new Map<string, ApplicationRow>()
  const checkIns = new Map<string, CheckInRow>()
  const notices = new Map<string, NoticeRow>()
  const deletedNotices = new Map<string, { id: string; marathonId: string }>()
  const deletedMarathons = new Map<string, { id: string; shownUntil: string }>()
  const deletedApplications = new Map<string, { id: string; organiserUid: string; marathonId: string }>()
  const counts = new Map<string, { registered: number; waiting: number; entered: number; promoted: number }>()
  const draws: Omit<Draw, 'first'>[] = []
  for (const effect of decided.flatMap(({ decision }) => decision.effects)) {
    if (effect.kind === 'put-marathon') marathons.set(effect.row.id, effect.row)
    if (effect.kind === 'put-application') applications.set(effect.row.id, effect.row)
    if (effect.kind === 'put-check-in') checkIns.set(effect.row.id, effect.row)
    if (effect.kind === 'put-notice') notices.set(effect.row.id, effect.row)
    if (effect.kind === 'delete-notice') {
      const { id, marathonId } = effect.row
      notices.delete(id)
      deletedNotices.set(id, { id, marathonId })
    }
    if (effect.kind === 'delete-marathon') {
      marathons.delete(effect.row.id)
      deletedMarathons.set(effect.row.id, { id: effect.row.id, shownUntil: effect.row.shownUntil })
      for (const [id, row] of checkIns) if (row.marathonId === effect.row.id) checkIns.delete(id)
      for (const [id, row] of notices) if (row.marathonId === effect.row.id) notices.delete(id)
    }
    if (effect.kind === 'delete-application') {
      applications.delete(effect.row.id)
      const { id, organiserUid, marathonId } = effect.row
      deletedApplications.set(id, { id, organiserUid, marathonId })
      for (const [checkInId, row] of checkIns) if (row.applicationId === id) checkIns.delete(checkInId)
    }
    if (effect.kind === 'draw') draws.push(effect)
    if (effect.kind === 'count') {
      const sum = counts.get(effect.marathonId) ?? { registered: 0, waiting: 0, entered: 0, promoted: 0 }
      sum.registered += effect.registered
      sum.waiting += effect.waiting
      sum.entered += effect.entered
      sum.promoted += effect.promoted
      counts.set(effect.marathonId, sum)
    }
  }
  return {
    marathons: [...marathons.values()],
    applications: [...applications.values()],
    checkIns: [...checkIns.values()],
    notices: [...notices.values()],
    deletedNotices: [...deletedNotices.values()],
    deletedMarathons: [...deletedMarathons.values()],
    deletedApplications: [...deletedApplications.values()],
    counts: [...counts]
      .filter(([, { registered, waiting, entered }]) => registered !== 0 || waiting !== 0 || entered !== 0)
      .map(([id, { registered, waiting, entered }]) => ({ id, registered, waiting, entered })),
    draws,
    promotions: [...counts].filter(([, { promoted }]) => promoted > 0).map(([id, { promoted }]) => ({ id, promoted })),
  }
}

/** The guards: SELECTs that return NULL for each precondition that does not hold any more. */
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
