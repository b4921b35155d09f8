import Dexie, { type Table, type Transaction } from 'dexie'
import { DAY_MS, TOMBSTONE_DAYS } from '../../contract/limits.ts'
import { isOfOneEntry } from '../../contract/push-subject.ts'
import { isAnswer, shownAnswers } from '../../contract/questions/questions.ts'
import type { SyncRecording } from '../../contract/results/recording-schema.ts'
import { helps, organises } from '../../contract/roles.ts'
import type { Deletion, SyncApplication, SyncResponse } from '../../contract/sync.ts'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import {
  type AccountDb,
  type ApplicationRecord,
  type CheckInRecord,
  FIRST_SYNC,
  type InboxRecord,
  MAX_ACCEPTED,
  type MarathonRecord,
  type NoticeRecord,
  type OutboxRecord,
  positionOf,
  type RecordingRecord,
  type SyncRecord,
} from '../store/account-db.ts'
import { forgetGone, isErased } from '../store/forget-values.ts'
import { isFetching } from '../store/is-fetching.ts'
import { firstOf, flagOf, hasPlace } from '../store/rows/check-in-rules.ts'
import { forgetRoles } from './forget-roles.ts'
import { keepInJournal, pruneJournal, sendJournalAgain } from './journal.ts'
import { clockAfter, type Line } from './server-clock.ts'

/**
 * Applies one response in one transaction: verdicts, rows, deletions and the cursor. Either all of it is on the disk,
 * or nothing.
 *
 * - The function drops the response if the phone's cursor or generation has changed since the request: another response
 *   came first, or a logout emptied the database. The ops are then sent again, and the server returns their recorded
 *   verdicts.
 * - An applied op stays in the outbox as `settled` until the last page is in, so that the row does not show its old
 *   value for a moment (INV-14).
 * - After a reset, old rows stay readable until the last page. Then the rows that the server did not send again are
 *   deleted.
 * - Where the server's database was restored from a backup (`isRestored`), the journal goes back into the outbox.
 * @param from the phone's cursor and generation when it sent the request
 * @param now when the response arrived, ms by the phone's clock
 * @param line when its request was sent, and when it began to arrive
 * @returns whether the response was applied
 */
export async function applyResponse(
  db: AccountDb,
  from: Pick<SyncRecord, 'cursor' | 'gen'>,
  response: SyncResponse,
  now: number,
  line: Line = { askedAt: now, answeredAt: now },
): Promise<boolean> {
  /** Tables whose rows leave after a reset, unless the server sends them again. Check-ins do too, in their own way. */
  const replaced: Table[] = [
    db.marathons,
    db.applications,
    db.recordings,
    db.rulings,
    db.ownResults,
    db.staff,
    db.notices,
  ]
  const isRoleEnding = mayEndRoles(from, response)
  const isForgetting = mayLoseEntrants(from, response)
  // A draft that somebody writes does not wait for every response.
  const others = [db.outbox, db.inbox, db.journal, db.sync, ...(isRoleEnding || isForgetting ? [db.drafts] : [])]
  return db.transaction('rw', [...replaced, db.checkIns, db.withdrawn, db.kept, ...others], async (transaction) => {
    const release = abortWhenLeft(transaction)
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    if (before.cursor !== from.cursor || before.gen !== from.gen) return false
    const gen = response.reset ? before.gen + 1 : before.gen
    const placesChanged = await findChangedPlaces(db, response)
    const applications = response.applications.map((row) => recordOf(row, gen))
    await Promise.all([
      db.marathons.bulkPut(
        response.marathons.map((row): MarathonRecord => ({ ...row, own: organises(row) ? 1 : 0, gen })),
      ),
      ...partsOf(applications).map((part) => db.applications.bulkPut(part)),
      db.staff.bulkPut(response.staff.map((row) => ({ ...row, gen }))),
    ])
    if (response.deleted.length > 0) await applyDeletions(db, response)
    await applyCheckIns(db, response, gen, placesChanged)
    await db.recordings.bulkPut(response.recordings.map((row) => recordingRecord(row, gen)))
    await db.rulings.bulkPut(response.rulings.map((row) => ({ ...row, gen })))
    await db.ownResults.bulkPut(response.ownResults.map((row) => ({ ...row, gen })))
    if (response.notices.length > 0) await applyNotices(db, response, gen, before.syncedAt === null)
    if (isRestored(before, response)) await sendJournalAgain(db)
    const accepted = response.results.length > 0 ? await applyVerdicts(db, response, now) : []
    if (!response.more) {
      const serverNow = Date.parse(response.serverTime)
      // Steps that do not wait for each other run side by side: a small delta is mostly their round trips.
      await Promise.all([
        ...replaced.map((table) => table.where('gen').below(gen).delete()),
        db.outbox.where('state').equals('settled').delete(),
        db.withdrawn.where('at').below(withdrawnCutoff(response.serverTime)).delete(),
        pruneJournal(db, serverNow),
      ])
      await Promise.all([deleteOldCheckIns(db, gen), prunePast(db, serverNow).then(() => pruneNotices(db))])
    }
    if (isRoleEnding) await forgetRoles(db)
    if (isForgetting) await forgetGone(db)
    const next: SyncRecord = {
      ...before,
      gen,
      ...(response.epoch ? { epoch: response.epoch } : {}),
      ...(response.bookmark ? { bookmark: response.bookmark } : {}),
      cursor: response.cursor,
      syncedAt: response.more ? before.syncedAt : now,
      ...clockAfter(before, Date.parse(response.serverTime), line),
      minVersion: response.minVersion,
      // All of this response: a form waits for one of them.
      accepted: [...(before.accepted ?? []), ...accepted].slice(-Math.max(MAX_ACCEPTED, accepted.length)),
    }
    await db.sync.put(next)
    release()
    return true
  })
}

function recordOf(row: SyncApplication, gen: number): ApplicationRecord {
  const toDecide = row.status === 'unconfirmed' ? { toDecide: row.marathonId } : {}
  const letIn = row.above > 0 && hasPlace(row) ? { letIn: row.marathonId } : {}
  return { ...row, own: row.mine ? 1 : 0, gen, ...toDecide, ...letIn }
}

function recordingRecord(row: SyncRecording, gen: number): RecordingRecord {
  const isOpen = !row.confirmed && row.voidedAt === null
  return { ...row, gen, ...(isOpen ? { toDecide: row.marathonId } : {}) }
}

/**
 * Aborts the transaction when the user leaves the page. WebKit keeps such a page with its open transaction, and every
 * later page would wait for that transaction. The next pass fetches the aborted data again.
 * @returns a function to call after everything is written: it stops listening
 */
function abortWhenLeft(transaction: Transaction): () => void {
  const abort = () => transaction.abort()
  globalThis.addEventListener?.('pagehide', abort)
  const release = () => globalThis.removeEventListener?.('pagehide', abort)
  transaction.on('complete', release)
  transaction.on('abort', release)
  return release
}

/**
 * May a role have ended, or see less, with this response? A pull from nothing tells no removals, and its last page shows
 * which roles are left.
 */
function mayEndRoles(from: Pick<SyncRecord, 'cursor'>, response: SyncResponse): boolean {
  const { more, deleted } = response
  return deleted.some(({ type }) => type === 'role') || (isFromNothing(from, response) && !more)
}

/**
 * May this phone lose entrants with this response, or fields of them? Before the last page of a pull from nothing, many
 * are still to come.
 */
function mayLoseEntrants(from: Pick<SyncRecord, 'cursor'>, response: SyncResponse): boolean {
  const { more, deleted, applications } = response
  if (isFromNothing(from, response)) return !more
  return applications.some(isErased) || deleted.some(({ type }) => type !== 'notice' && type !== 'staff')
}

function isFromNothing(from: Pick<SyncRecord, 'cursor'>, { reset }: SyncResponse): boolean {
  return reset || isFetching(from)
}

/** Was the server's database restored from a backup since this phone last heard of it? */
export function isRestored(before: SyncRecord, { epoch }: SyncResponse): boolean {
  return before.epoch !== undefined && epoch !== undefined && epoch !== before.epoch
}

/** The first pull brings all notices of before. Older ones count as read: a login is no reason to read them again. */
const NEW_FOR_MS = 7 * DAY_MS

/**
 * Writes notices. One that this phone has already keeps whether it was read.
 * @param isFirst whether this is a page of the first pull
 */
async function applyNotices(db: AccountDb, response: SyncResponse, gen: number, isFirst: boolean) {
  const { notices, serverTime } = response
  const newFrom = new Date(isFirst ? Date.parse(serverTime) - NEW_FOR_MS : 0).toISOString()
  const known = await db.notices.bulkGet(notices.map(({ _id }) => _id))
  await db.notices.bulkPut(
    notices.map((row, index): NoticeRecord => {
      const before = known[index]
      const arrivedAt = before || isFirst ? before?.arrivedAt : serverTime
      return { ...row, unread: before?.unread ?? (row.at < newFrom ? 0 : 1), gen, ...(arrivedAt ? { arrivedAt } : {}) }
    }),
  )
}

/**
 * Deletes the notices of marathons with which the user has nothing to do any more: the last own application there was
 * deleted, or the role ended. Only the last page of a pull tells that. Until then a later page may bring the marathon
 * where the user has a role now. What became of that application stays as long as the marathon is on this phone.
 */
async function pruneNotices(db: AccountDb) {
  for (const key of await db.notices.orderBy('marathonId').uniqueKeys()) {
    const id = String(key)
    const marathon = await db.marathons.get(id)
    if (marathon?.own === 1 || helps(marathon)) continue
    const applied = await db.applications.where('[own+marathonId]').equals([1, id]).count()
    if (applied > 0) continue
    const isOfGone = ({ kind, applicationId }: NoticeRecord) => isOfOneEntry(kind) && applicationId === null
    const notices = db.notices.where('marathonId').equals(id)
    await (marathon ? notices.and((notice) => !isOfGone(notice)) : notices).delete()
  }
}

/**
 * The applications of a response that got or lost a place, as far as this phone knows. It must run before the new rows
 * are written. On a phone without check-ins nothing depends on it.
 */
async function findChangedPlaces(db: AccountDb, { applications }: SyncResponse): Promise<string[]> {
  if (applications.length === 0 || (await db.checkIns.limit(1).primaryKeys()).length === 0) return []
  const known = await db.applications.bulkGet(applications.map(({ _id }) => _id))
  return applications.filter((row, index) => hasPlace(row) !== hasPlace(known[index])).map(({ _id }) => _id)
}

/**
 * Writes check-ins, and sets anew which scan of each of their applications is the first, and whether it has a place.
 * @param placesChanged further applications, whose place has changed
 */
async function applyCheckIns(
  db: AccountDb,
  { checkIns, applications }: SyncResponse,
  gen: number,
  placesChanged: string[],
) {
  // Every application has a name until the server erases it. The server then deletes its check-ins too and sends no
  // deletion for them.
  const nameless = applications.filter(isErased).map(({ _id }) => _id)
  await deleteCheckIns(db, nameless)
  await db.checkIns.bulkPut(checkIns.map((row): CheckInRecord => ({ ...row, first: 0, gen })))
  await setFirst(db, [...checkIns.map((row) => row.applicationId), ...placesChanged])
}

/** Sets anew which scan of each application is the first, and whether it has a place. */
async function setFirst(db: AccountDb, applicationIds: string[]) {
  const touched = [...new Set(applicationIds)]
  // `Promise.all` of nothing would end the transaction.
  if (touched.length === 0) return
  const owners = await db.applications.bulkGet(touched)
  const changed = await Promise.all(
    touched.map(async (id, index) => {
      const rows = await db.checkIns.where('applicationId').equals(id).toArray()
      const first = firstOf(rows)
      return rows.flatMap((row): CheckInRecord[] => {
        const flag = flagOf(row, first, hasPlace(owners[index]))
        return row.first === flag ? [] : [{ ...row, first: flag }]
      })
    }),
  )
  await db.checkIns.bulkPut(changed.flat())
}

/** Deletes the check-ins that the server did not send again after a reset. One of them may have been the first. */
async function deleteOldCheckIns(db: AccountDb, gen: number) {
  const old = await db.checkIns.where('gen').below(gen).toArray()
  if (old.length === 0) return
  await db.checkIns.bulkDelete(old.map(({ _id }) => _id))
  const owners = old.map(({ applicationId }) => applicationId)
  await setFirst(db, owners)
}

function deleteCheckIns(db: AccountDb, applicationIds: string[]) {
  return db.checkIns.where('applicationId').anyOf(applicationIds).delete()
}

async function applyDeletions(db: AccountDb, { deleted }: SyncResponse) {
  const ids = (type: string) => deleted.filter((entry) => entry.type === type).map((entry) => entry.id)
  const marathons = ids('marathon')
  const applications = ids('application')
  const ended = ids('role')
  await keepWithdrawn(db, deleted)
  await db.marathons.bulkDelete(marathons)
  await db.applications.bulkDelete(applications)
  await deleteCheckIns(db, applications)
  await db.marathons.where('_id').anyOf(ended).modify({ role: null, own: 0 })
  const left = [...marathons, ...ended]
  await db.staff.bulkDelete(ids('staff'))
  await db.recordings.where('marathonId').anyOf(left).delete()
  await db.rulings.where('marathonId').anyOf(left).delete()
  await db.staff.where('marathonId').anyOf(left).delete()
  await db.withdrawn.where('marathonId').anyOf(left).delete()
  await db.kept.where('marathonId').anyOf(left).delete()
  for (const id of left) {
    await db.checkIns.where('[marathonId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey]).delete()
  }
  // The entrants of a deleted marathon are deleted too, and those of one where the user has no role any more (INV-19).
  // The user's own applications stay.
  await db.applications
    .where('[own+marathonId]')
    .anyOf(left.map((id) => [0, id]))
    .delete()
  await forgetNotes(db, left)
  await db.notices.bulkDelete(ids('notice'))
  await db.notices.where('marathonId').anyOf(marathons).delete()
  await db.notices.where('applicationId').anyOf(applications).delete()
}

/** Removes from the user's own entries what staff noted: where a role ended what is not shown, with the marathon all. */
async function forgetNotes(db: AccountDb, left: string[]) {
  const marathons = new Map((await db.marathons.bulkGet(left)).map((row, index) => [left[index], row]))
  await db.applications
    .where('[own+marathonId]')
    .anyOf(left.map((id) => [1, id]))
    .modify((row) => {
      const shown = new Set<string>(shownAnswers(Object.keys(row), marathons.get(row.marathonId)))
      for (const field of Object.keys(row)) if (isAnswer(field) && !shown.has(field)) delete row[field]
    })
}

/**
 * Remembers when an application to a marathon where the user checks in was withdrawn or handed on, so that a scan of its
 * code can say so. The name is not kept. A deletion that comes once more, without a reason, takes the reason back: the
 * runner deleted the account.
 */
async function keepWithdrawn(db: AccountDb, deleted: Deletion[]) {
  const applications = deleted.filter(({ type }) => type === 'application')
  const rows = await db.applications.bulkGet(applications.map(({ id }) => id))
  const marathons = await db.marathons.bulkGet(rows.map((row) => row?.marathonId ?? ''))
  await db.withdrawn.bulkPut(
    applications.flatMap(({ id, at, isHandedOn, reason }, index) => {
      const row = rows[index]
      if (!row || !(organises(marathons[index]) || helps(marathons[index]))) return []
      const why = { ...(isHandedOn ? { isHandedOn } : {}), ...(reason ? { reason } : {}) }
      return [{ _id: id, code: row.code, marathonId: row.marathonId, at, ...why }]
    }),
  )
  const without = applications.filter(({ reason }, index) => !rows[index] && !reason).map(({ id }) => id)
  await db.withdrawn.where('_id').anyOf(without).modify({ reason: '' })
}

/**
 * Applies the verdicts. It ignores a verdict on an op that is not in the outbox: the user has discarded the op, or the
 * verdict came before.
 * @returns the ids of the ops that were applied without a clash
 */
async function applyVerdicts(db: AccountDb, response: SyncResponse, now: number): Promise<string[]> {
  const at = new Date(now).toISOString()
  const verdicts = new Map(response.results.map((verdict) => [verdict.opId, verdict]))
  const records = await db.outbox
    .where('opId')
    .anyOf([...verdicts.keys()])
    .toArray()
  const settled: OutboxRecord[] = []
  const rejected: number[] = []
  const items: InboxRecord[] = []
  const accepted: string[] = []
  for (const { reason: _reason, ...record } of records) {
    const { opId, op, target, was } = record
    const verdict = verdicts.get(opId)
    if (!verdict) continue
    const { status, code, fields, conflicts } = verdict
    if (status === 'rejected' || conflicts) {
      items.push({ opId, target, op, at, code, fields, conflicts, ...(was ? { was } : {}) })
    } else accepted.push(opId)
    if (status === 'rejected') rejected.push(positionOf(record))
    else settled.push({ ...record, state: 'settled' })
  }
  await db.inbox.bulkPut(items)
  await db.outbox.bulkPut(settled)
  await keepInJournal(db, settled, Date.parse(response.serverTime))
  await db.outbox.bulkDelete(rejected)
  return accepted
}

/**
 * Deletes past marathons that the server no longer sends, and hidden ones that the account has left. They have no
 * tombstone, so the phone decides by the server's clock. Own marathons stay, and so do marathons that the user applied
 * to or helps at.
 */
async function prunePast(db: AccountDb, serverNow: number) {
  const old = db.marathons.where('startDate').below(pastMarathonCutoff(serverNow))
  // A row that is not hidden is not in this index.
  const hidden = db.marathons.where('hiddenAt').above('')
  const found = await Promise.all(
    [old, hidden].map((rows) => rows.and((row) => row.own === 0 && !helps(row)).primaryKeys()),
  )
  const past = [...new Set(found.flat())]
  const applied = await db.applications
    .where('[own+marathonId]')
    .anyOf(past.map((id) => [1, id]))
    .toArray()
  const kept = new Set(applied.map((row) => row.marathonId))
  await db.marathons.bulkDelete(past.filter((id) => !kept.has(id)))
}

/** Withdrawals are remembered as long as the server tells of them. */
function withdrawnCutoff(serverTime: string): string {
  return new Date(Date.parse(serverTime) - TOMBSTONE_DAYS * DAY_MS).toISOString()
}

/**
 * Dexie tells the keys of a write of fewer than 50 rows. After a larger one, the lists of entrants read every row again,
 * though not often (web/store/rows/follow-rows).
 */
const MAX_TOLD_ROWS = 49
/** A page with more rows is written at once. To tell each of its keys takes as long as a third of writing it. */
const FEW_ROWS = 500

function partsOf<T>(rows: T[]): T[][] {
  if (rows.length > FEW_ROWS) return [rows]
  const parts: T[][] = []
  for (let from = 0; from < rows.length; from += MAX_TOLD_ROWS) parts.push(rows.slice(from, from + MAX_TOLD_ROWS))
  return parts
}
