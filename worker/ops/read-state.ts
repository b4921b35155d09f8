import { sql } from 'drizzle-orm'
import { personKey } from '../../contract/application.ts'
import { MAX_SCANS_OF_ALL } from '../../contract/limits.ts'
import { kindOf, makesRow, OF_RUNNERS, type OpType } from '../../contract/ops.ts'
import type { Verdict } from '../../contract/sync.ts'
import { bibKey } from '../../contract/text/bib.ts'
import {
  APPLICATION_TEXTS,
  allRows,
  type CheckInRow,
  literal,
  packRows,
  type RecordingRow,
  rowsOf,
  statement,
} from '../db/client.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { application, marathon, notice, opRecord, recording, ruling, staff, tombstone } from '../db/schema.ts'
import type { SessionsEnd } from './account.ts'
import { accountSlot, type Limited, scanSlot } from './decide/decision.ts'
import type { KnownOp } from './decide/known-op.ts'
import { RunningState } from './running-state.ts'
import { jsonParameters } from './written-rows.ts'

/** An op and the account whose op it is. */
interface OpOf {
  uid: string
  op: KnownOp
}

/** An account as the batch reads it. */
interface AccountState {
  /** ms since the epoch; null for an account that has no row in op_budget. */
  spentUntil: number | null
  /** Null for an account whose sessions were never ended. */
  sessionsEnd: SessionsEnd | null
}

const MARATHON = packRows(marathon, 'm')
const APPLICATION = packRows(application, 'a')
const CORE = packRows(application, 'a', APPLICATION_TEXTS)
const RECORDING = packRows(recording, 'c')
const RULING = packRows(ruling, 'q')
const NOTICE = packRows(notice, 'o')
const RECORD = packRows(opRecord, 'r', ['seq', 'decidedAt', 'marathonId', 'fields', 'by'])
const STAFF = packRows(staff, 's')
const GONE = packRows(tombstone, 't')

/**
 * Most ids in one cell: D1's limit for a string is 2 MB. It is no parameter of the statement: D1 binds numbers as REAL,
 * and the division would make each row a part of its own.
 */
const ENTERED_A_CELL = 10_000

/** SQL: is the row of `staff s` that of somebody who may organise the marathon, or sit at its desk? */
const mayOrganise = `s.role IN ${rolesSql('organise')} AND s.removed_at IS NULL`
const mayDesk = `s.role IN ${rolesSql('desk')} AND s.removed_at IS NULL`

/** The ops that bring an entry to a marathon, beside the creates. */
const JOINS = new Set<OpType>(['application.claim', 'application.takeOver', 'application.defer'])

/** The ops that add a row to those of their account. */
const ADDS: Record<Limited, OpType[]> = {
  marathon: ['marathon.create', 'staff.takeOver'],
  application: ['application.create', 'application.claim', 'application.takeOver'],
}

/** The kinds of rows that the first statement of `readState` returns. */
type Kind =
  | 'account'
  | 'record'
  | 'gone'
  | 'marathon'
  | 'application'
  | 'core'
  | 'recording'
  | 'ruling'
  | 'staff'
  | 'notice'
  | 'written'
  | 'scans'
  | 'applied'
  | 'recorded'
  | 'ruled'

/**
 * Rows to count: notices or rulings of a marathon, check-ins of an application (of one account), or applications or
 * recordings of an account.
 */
interface Counted {
  kind: 'written' | 'scans' | 'applied' | 'recorded' | 'ruled'
  /** The key in the state. */
  slot: string
  id: string
  uid?: string
}

/** A recorded op: its verdict, and how many rows it changed. */
export interface Recorded {
  uid: string
  type: string
  targetId: string
  modified: number
  /** The op's hash (worker/ops/op-content). */
  content: string
  verdict: Omit<Verdict, 'opId'>
}

/** The cell of the kind `account`, as the main statement of `readState` packs it. */
type PackedAccount = [string, number | null, number, number, string, number, number | null, number | null]

/** What `readState` has read. */
export interface ReadState {
  state: RunningState
  recorded: Map<string, Recorded>
  /** By uid. */
  accounts: Map<string, AccountState>
  epoch: string
  /** When the database was restored, ms since the epoch; 0 for one that never was. */
  restoredAt: number
}

/**
 * Reads everything that the ops may depend on, in one round trip:
 * - the records of the ops,
 * - the marathons and applications that the ops name, and the tombstones of those ids,
 * - the check-ins, recordings and rulings that the ops name, their marathons, and how many check-ins a scanned
 *   application has, in all and of the account,
 * - the notices that the ops name, and at the marathons of new notices the number of those that the organiser wrote,
 * - of an application that is edited, or whose texts another one gets, all columns, of all others no texts
 *   (`ApplicationCore`),
 * - the callers' own applications that have the name of a new one, or perhaps the new name of a renamed one,
 * - at the marathons of new applications, the number of the callers' own,
 * - the entrants of the caller who have a bib that its op assigns, also to an application that the batch creates, or
 *   the entry code of an entry that it makes at the gate,
 * - what the callers are at the marathons of ops that only staff may make, and of claims,
 * - what who corrected an entry last is at its marathon, where the entry is updated,
 * - the rows of staff that the ops name, and of their marathons the owner and who is offered them,
 * - each account's budget, and when its sessions were ended,
 * - each account's number of rows of each type that an op adds to them,
 * - the epoch of the database,
 * - the ids of the applications in the ballots that a caller draws. They are a second statement of the same batch.
 *
 * Each list of ids is one JSON parameter, because D1 binds at most 100 parameters.
 */
export async function readState(d1: D1Database, opsOf: OpOf[]): Promise<ReadState> {
  const ops = opsOf.map(({ op }) => op)
  const values: string[] = []
  /** Binds a list, which is JSON text. SQLite plans the query once for each text, so no value stands in it. */
  const bound = (json: string) => `json_each(?${values.push(json)})`
  const listed = (ids: Iterable<string>) => `SELECT value FROM ${bound(JSON.stringify([...ids]))}`
  const uids = listed(new Set(opsOf.map(({ uid }) => uid)))
  const { ids, writtenAt, scanned, deferredTo } = namedIds(opsOf)
  const marathonIds = listed(ids.marathon)
  const applicationIds = listed(ids.application)
  const ofApplications = `SELECT marathon_id FROM application WHERE id IN (${applicationIds})`

  const types = ['marathon', 'application', 'notice'] as const
  const named = types.flatMap((type) => [...ids[type]].map((id) => ({ type, id })))
  const edited = ops.flatMap((op) => {
    if (op.type === 'application.update' || op.type === 'application.correct') return [op.id]
    return op.type === 'application.defer' && op.patch.success ? [op.patch.data.from] : []
  })
  const { taken, claimed, renamed } = wantedNames(opsOf)
  // The keys of 500 long names are more than one parameter may have.
  const persons = jsonParameters(taken).map((json) => `SELECT value FROM ${bound(json)}`)
  if (claimed.length > 0) {
    persons.push(`SELECT json_set(e.value, '$.person', r.person_key) AS value
      FROM ${bound(JSON.stringify(claimed))} e CROSS JOIN application r ON r.id = e.value->>'id'`)
  }
  /** Parts of the ids of applications that are read, beside those that are named. */
  const others: string[] = []
  if (renamed.length > 0) {
    others.push(`SELECT p.id FROM (
          SELECT DISTINCT coalesce(r.marathon_id, e.value->>'marathonId') AS marathon_id,
            coalesce(r.owner_uid, e.value->>'uid') AS owner_uid
          FROM ${bound(JSON.stringify(renamed))} e
            LEFT JOIN application r ON r.id = e.value->>'id' AND (r.owner_uid = e.value->>'uid' OR EXISTS (SELECT 1
              FROM staff s WHERE s.marathon_id = r.marathon_id AND s.uid = e.value->>'uid' AND ${mayOrganise}))) w
          CROSS JOIN application p ON p.marathon_id = w.marathon_id AND p.owner_uid = w.owner_uid`)
  }
  if (persons.length > 0) {
    others.push(`SELECT p.id FROM (${persons.join(' UNION ALL ')}) e CROSS JOIN application p
      ON p.marathon_id = e.value->>'marathonId' AND p.owner_uid = e.value->>'uid' AND p.person_key = e.value->>'person'`)
  }
  const bibs = wantedBibs(opsOf)
  if (bibs.length > 0) {
    others.push(`SELECT h.id FROM ${bound(JSON.stringify(bibs))} e
          LEFT JOIN application w ON w.id = e.value->>'id' AND EXISTS (SELECT 1 FROM staff s
            WHERE s.marathon_id = w.marathon_id AND s.uid = e.value->>'uid' AND ${mayDesk})
          CROSS JOIN application h ON h.marathon_id = coalesce(w.marathon_id, e.value->>'marathonId')
            AND h.bib_key = e.value->>'key'`)
  }
  const codes = ops.flatMap((op) => {
    if (op.type !== 'application.walkIn' || !op.patch.success) return []
    const { marathonId, code } = op.patch.data
    return [{ marathonId, code }]
  })
  if (codes.length > 0) {
    others.push(`SELECT k.id FROM ${bound(JSON.stringify(codes))} e CROSS JOIN application k
          ON k.marathon_id = e.value->>'marathonId' AND k.code = e.value->>'code' AND k.code <> ''`)
  }
  /** The applications. */
  const entries: string[] = []
  if (edited.length > 0) {
    entries.push(`SELECT 'application', ${APPLICATION.packedRow} FROM application a WHERE id IN (${listed(edited)})`)
  }
  if (ids.application.size > 0) {
    const core = [applicationIds, ...others].join(' UNION ')
    entries.push(`SELECT 'core', ${CORE.packedRow} FROM application a WHERE id IN (${core})`)
  }
  const isOfRecording = ids.checkIn.size + ids.recording.size > 0
  const recordingIds = listed([...ids.checkIn, ...ids.recording])
  const raceDay: string[] = []
  if (isOfRecording) {
    raceDay.push(`SELECT 'recording', ${RECORDING.packedRow} FROM recording c WHERE id IN (${recordingIds})`)
  }
  if (ids.ruling.size > 0) {
    raceDay.push(`SELECT 'ruling', ${RULING.packedRow} FROM ruling q WHERE id IN (${listed(ids.ruling)})`)
  }
  // Of runners' ops, a claim alone asks for the role.
  const isOfStaff = ops.some(({ type }) => !OF_RUNNERS.includes(type) || type === 'application.claim')
  const staffIds = listed(ids.staff)
  const isOnStaff = ids.staff.size > 0
  const onStaff = isOnStaff ? `OR id IN (${staffIds}) OR role = 'owner' OR offered_at IS NOT NULL` : ''
  const ofRaceDay = [
    ...(isOfRecording ? [`SELECT marathon_id FROM recording WHERE id IN (${recordingIds})`] : []),
    ...(isOnStaff ? [`SELECT marathon_id FROM staff WHERE id IN (${staffIds})`] : []),
  ]
  const ofOthers = ofRaceDay.length > 0 ? `UNION SELECT marathon_id FROM (${ofRaceDay.join(' UNION ')})` : ''
  // Staff of a deleted marathon keep their rows for some time.
  const ofGoneStaff = isOnStaff ? `UNION SELECT 'marathon', marathon_id FROM staff WHERE id IN (${staffIds})` : ''
  const ofTombstones = `SELECT marathon_id FROM tombstone WHERE type = 'application' AND id IN (${applicationIds})`
  const ofNotices = `SELECT marathon_id FROM notice WHERE id IN (${listed(ids.notice)})`
  const isAsked: string[] = []
  if (isOfStaff) {
    isAsked.push(`(uid IN (${uids}) ${onStaff}) AND marathon_id IN
        (${marathonIds} UNION ${ofApplications} UNION ${ofTombstones} UNION ${ofNotices} ${ofOthers})`)
  }
  // The owner of a marathon that lets places be deferred: what is that account at the other one?
  if (deferredTo.size > 0) {
    isAsked.push(`marathon_id IN (${listed(deferredTo)}) AND uid IN
        (SELECT owner_uid FROM marathon WHERE id IN (${marathonIds} UNION ${ofApplications}))`)
  }
  // Who corrected an entry last is told of a clash as long as it is staff.
  const updated = ops.flatMap(({ type, id }) => (type === 'application.update' ? [id] : []))
  if (updated.length > 0) {
    const corrected = (column: string) =>
      `(SELECT ${column} FROM application WHERE id IN (${listed(updated)}) AND corrected_by IS NOT NULL)`
    isAsked.push(`marathon_id IN ${corrected('marathon_id')} AND uid IN ${corrected('corrected_by')}`)
  }
  /** Marathons, and what is read of them. */
  const marathons = [
    `SELECT 'marathon', ${MARATHON.packedRow} FROM marathon m
          WHERE id IN (${marathonIds} UNION ${ofApplications} ${ofOthers})`,
  ]
  if (isAsked.length > 0) {
    marathons.push(`SELECT 'staff', ${STAFF.packedRow} FROM staff s WHERE (${isAsked.join(') OR (')})`)
  }
  if (ids.notice.size > 0) {
    marathons.push(`SELECT 'notice', ${NOTICE.packedRow} FROM notice o WHERE id IN (${listed(ids.notice)})`)
  }
  const counted: Counted[] = [...scanned.values(), ...appliedAt(opsOf)]
  for (const id of writtenAt) counted.push({ kind: 'written', slot: id, id })
  if (counted.length > 0) {
    marathons.push(`SELECT e.value->>'kind', json_array(e.value->>'slot', CASE e.value->>'kind'
          WHEN 'written' THEN (SELECT count(*) FROM notice WHERE marathon_id = e.value->>'id' AND kind = 'written')
          WHEN 'recorded' THEN (SELECT nth FROM recording WHERE by_uid = e.value->>'uid'
            AND marathon_id = e.value->>'id' ORDER BY nth DESC LIMIT 1)
          WHEN 'ruled' THEN (SELECT count(*) FROM ruling WHERE marathon_id = e.value->>'id')
          WHEN 'applied' THEN
            (SELECT count(*) FROM application WHERE marathon_id = e.value->>'id' AND owner_uid = e.value->>'uid')
          ELSE (SELECT count(*) FROM (SELECT 1 FROM recording WHERE application_id = e.value->>'id'
            AND (e.value->>'uid' IS NULL OR +by_uid = e.value->>'uid') LIMIT ${MAX_SCANS_OF_ALL})) END)
        FROM ${bound(JSON.stringify(counted))} e`)
  }
  if (raceDay.length > 0) marathons.push(allOf(raceDay))
  const owned = (type: Limited) =>
    ops.some((op) => ADDS[type].includes(op.type)) ? `(SELECT count(*) FROM ${type} WHERE owner_uid = u.value)` : '0'
  const draws = opsOf.filter(({ op }) => op.type === 'marathon.draw').map(({ uid, op }) => ({ uid, id: op.id }))
  const text = [
    `SELECT 'account' AS kind, json_array(u.value, b.spent_until, ${owned('marathon')}, ${owned('application')},
        (SELECT epoch FROM clock), (SELECT restored_at FROM clock), a.sessions_after, a.deleted_at) AS packedRow
        FROM (${uids}) u LEFT JOIN op_budget b ON b.uid = u.value LEFT JOIN account a ON a.uid = u.value`,
    `SELECT 'record', ${RECORD.packedRow} FROM op_record r WHERE op_id IN (${listed(ops.map((op) => op.opId))})`,
    `SELECT 'gone', ${GONE.packedRow} FROM (
        SELECT value->>'type' AS type, value->>'id' AS id FROM ${bound(JSON.stringify(named))} ${ofGoneStaff}) e
        CROSS JOIN tombstone t ON t.type = e.type AND t.id = e.id`,
    allOf(marathons),
    ...(entries.length > 0 ? [allOf(entries)] : []),
  ].join(' UNION ALL ')
  const main = d1.prepare(text).bind(...values)
  const [read, entered] = draws.length > 0 ? await d1.batch([main, enteredIds(d1, draws)]) : [await main.all()]
  return toState(rowsOf<{ kind: Kind; packedRow: string }>(read), rowsOf<{ marathonId: string; ids: string }>(entered))
}

/** Several SELECTs as one: D1 accepts five in a UNION. */
function allOf(selects: readonly string[]): string {
  return `SELECT * FROM (${selects.join(' UNION ALL ')})`
}

/**
 * The ids that ops name: rows of each type, marathons of new notices, those to which places are deferred, and by slot the
 * applications that are scanned.
 */
function namedIds(opsOf: OpOf[]) {
  const ids = {
    marathon: new Set<string>(),
    application: new Set<string>(),
    checkIn: new Set<string>(),
    recording: new Set<string>(),
    ruling: new Set<string>(),
    notice: new Set<string>(),
    staff: new Set<string>(),
  }
  const writtenAt = new Set<string>()
  const deferredTo = new Set<string>()
  const scanned = new Map<string, Counted>()
  for (const { uid, op } of opsOf) {
    ids[kindOf(op.type).entity].add(op.id)
    if (!op.patch.success) continue
    const named = op.patch.data as { marathonId?: string; deferTo?: string | null; from?: string }
    if (named.marathonId) ids.marathon.add(named.marathonId)
    const target = op.type === 'application.defer' ? op.patch.data.marathonId : named.deferTo
    if (target) deferredTo.add(target)
    if (target) ids.marathon.add(target)
    if (named.from) ids.application.add(named.from)
    if (op.type === 'notice.create') writtenAt.add(op.patch.data.marathonId)
    if (op.type === 'recording.create') {
      const id = op.patch.data.marathonId
      const slot = accountSlot(id, uid)
      scanned.set(slot, { kind: 'recorded', slot, id, uid })
    }
    if (op.type === 'ruling.create') {
      const id = op.patch.data.marathonId
      scanned.set(`ruled ${id}`, { kind: 'ruled', slot: id, id })
      if (op.patch.data.recordingId) ids.recording.add(op.patch.data.recordingId)
      if (op.patch.data.rulingId) ids.ruling.add(op.patch.data.rulingId)
    }
    if (op.type !== 'checkIn.create') continue
    const id = op.patch.data.applicationId
    const slot = scanSlot(id, uid)
    ids.application.add(id)
    scanned.set(id, { kind: 'scans', slot: id, id }).set(slot, { kind: 'scans', slot, id, uid })
  }
  return { ids, writtenAt, scanned, deferredTo }
}

/**
 * Whose namesakes are looked for.
 * - `taken`: the names of new applications.
 * - `claimed`: entries that an account claims. The stored row has the name.
 * - `renamed`: applications that may get another name, account or marathon. The stored row has the rest: an edit may have
 *   the first name alone. An application that an op before creates has no row yet, so `marathonId` names its marathon.
 */
function wantedNames(opsOf: OpOf[]) {
  const taken: { marathonId: string; uid: string; person: string }[] = []
  const claimed: { id: string; uid: string; marathonId: string }[] = []
  const renamed: { id: string; uid: string; marathonId: string | undefined }[] = []
  const opsOn = Map.groupBy(opsOf, ({ op }) => op.id)
  const marathonOf = new Map<string, string>()
  for (const { uid, op } of opsOf) {
    if (!op.patch.success) continue
    if (op.type === 'application.create' || op.type === 'application.takeOver') {
      const { marathonId, firstName, lastName } = op.patch.data
      taken.push({ marathonId, uid, person: personKey(firstName, lastName) })
      marathonOf.set(op.id, marathonId)
    }
    if (op.type === 'application.claim' || op.type === 'application.defer') {
      // Another op of the batch may make the entry that is claimed, or change its name.
      const isAsStored = op.type === 'application.claim' && opsOn.get(op.id)?.length === 1
      ;(isAsStored ? claimed : renamed).push({ id: op.id, uid, marathonId: op.patch.data.marathonId })
    }
    const isEdit = op.type === 'application.update' || op.type === 'application.correct'
    const isRenamed = isEdit && ('firstName' in op.patch.data || 'lastName' in op.patch.data)
    if (isRenamed) renamed.push({ id: op.id, uid, marathonId: marathonOf.get(op.id) })
  }
  return { taken, claimed, renamed }
}

/** The marathons at which each account wants to apply. */
function appliedAt(opsOf: OpOf[]): Counted[] {
  const counted = new Map<string, Counted>()
  for (const { uid, op } of opsOf) {
    if (!op.patch.success || !(op.type === 'application.create' || JOINS.has(op.type))) continue
    const { marathonId: id } = op.patch.data as { marathonId: string }
    const slot = accountSlot(id, uid)
    counted.set(slot, { kind: 'applied', slot, id, uid })
  }
  return [...counted.values()]
}

/** @param rows of the main statement @param entered parts of the lists of ids in the ballots that are drawn */
function toState(rows: { kind: Kind; packedRow: string }[], entered: { marathonId: string; ids: string }[]): ReadState {
  const state = new RunningState()
  const recorded = new Map<string, Recorded>()
  const accounts = new Map<string, AccountState>()
  let epoch = ''
  let restoredAt = 0
  for (const { kind, packedRow } of rows) {
    if (kind === 'account') {
      const account = JSON.parse(packedRow) as PackedAccount
      const [uid, spentUntil, marathons, applications, ofClock, ofRestore, after, deletedAt] = account
      accounts.set(uid, { spentUntil, sessionsEnd: after === null ? null : { after, deletedAt } })
      state.owned.set(uid, { marathon: marathons, application: applications })
      epoch = ofClock
      restoredAt = ofRestore
    } else if (kind === 'marathon') {
      const row = MARATHON.row(packedRow)
      state.marathons.set(row.id, row)
    } else if (kind === 'application') state.putApplication(APPLICATION.row(packedRow))
    else if (kind === 'core') {
      const row = CORE.row(packedRow)
      if (!state.applications.has(row.id)) state.putApplication(row)
    } else if (kind === 'recording') {
      const row = RECORDING.row(packedRow)
      if (row.kind === 'check-in') state.checkIns.set(row.id, row as CheckInRow)
      else state.recordings.set(row.id, row as RecordingRow)
    } else if (kind === 'ruling') {
      const row = RULING.row(packedRow)
      state.rulings.set(row.id, row)
    } else if (kind === 'staff') {
      const row = STAFF.row(packedRow)
      state.staff.set(accountSlot(row.marathonId, row.uid), row)
    } else if (kind === 'notice') {
      const row = NOTICE.row(packedRow)
      state.notices.set(row.id, row)
    } else if (kind !== 'gone' && kind !== 'record') {
      const [id, count] = JSON.parse(packedRow) as [string, number | null]
      state[kind].set(id, count ?? 0)
    } else if (kind === 'gone') {
      const { type, id, seq, ownerUid, marathonId } = GONE.row(packedRow)
      state.gone.set(`${type}:${id}`, { ownerUid, marathonId, isStripped: seq === null })
    } else {
      const record = RECORD.row(packedRow)
      recorded.set(record.opId, { ...record, verdict: JSON.parse(record.verdict) })
    }
  }
  for (const { marathonId, ids } of entered) {
    state.entered.set(marathonId, [...(state.entered.get(marathonId) ?? []), ...(JSON.parse(ids) as string[])])
  }
  return { state, recorded, accounts, epoch, restoredAt }
}

/**
 * The ids of the applications in these ballots of their owners. A cell has at most ENTERED_A_CELL of them.
 */
function enteredIds(d1: D1Database, draws: { uid: string; id: string }[]): D1PreparedStatement {
  return statement(
    d1,
    sql`WITH numbered AS (SELECT a.marathon_id, a.id,
        (row_number() OVER (PARTITION BY a.marathon_id) - 1) / ${literal(ENTERED_A_CELL)} AS part
      FROM json_each(${JSON.stringify(draws)}) e
        CROSS JOIN staff s ON s.marathon_id = e.value->>'id' AND s.uid = e.value->>'uid' AND ${sql.raw(mayOrganise)}
        CROSS JOIN application a ON a.marathon_id = s.marathon_id AND a.status = 'entered')
    SELECT n.marathon_id AS marathonId, json_group_array(n.id) AS ids FROM numbered n GROUP BY n.marathon_id, n.part`,
  )
}

/**
 * The keys of the bibs that ops assign, with the application that gets them. No row tells the marathon of an
 * application that other ops of the batch create, so `marathonId` does. Two creates may name different marathons: then
 * the bib is returned for each of them.
 */
function wantedBibs(opsOf: OpOf[]) {
  const creates = opsOf.flatMap(({ op }) => {
    if (kindOf(op.type).entity !== 'application' || !makesRow(op) || !op.patch.success) return []
    return [{ id: op.id, marathonId: (op.patch.data as { marathonId: string }).marathonId }]
  })
  const createsOf = Map.groupBy(creates, ({ id }) => id)
  return opsOf.flatMap(({ uid, op }) => {
    const isOfBib = op.type === 'application.assignBib' || op.type === 'application.walkIn'
    const bib = isOfBib ? op.patch.data?.bib : undefined
    if (typeof bib !== 'string') return []
    const marathonIds =
      op.type === 'application.walkIn'
        ? [op.patch.data?.marathonId]
        : (createsOf.get(op.id)?.map(({ marathonId }) => marathonId) ?? [undefined])
    return marathonIds.map((marathonId) => ({ uid, id: op.id, key: bibKey(bib), marathonId }))
  })
}

/** Is an op recorded under this id? */
export async function isRecorded(d1: D1Database, opId: string): Promise<boolean> {
  return (await allRows(d1, sql`SELECT 1 FROM op_record WHERE op_id = ${opId}`)).length > 0
}
