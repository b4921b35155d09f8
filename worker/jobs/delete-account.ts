import { type SQL, sql } from 'drizzle-orm'
import type { OpType } from '../../contract/ops.ts'
import { allRows, literal, runBatch } from '../db/client.ts'
import type { Commit } from '../ops/apply-ops.ts'
import { applyRequest } from '../ops/apply-request.ts'
import { parseOp } from '../ops/decide/known-op.ts'
import { contentOf } from '../ops/op-content.ts'
import { verdictText } from '../ops/verdict-text.ts'

// What becomes of the rows of a deleted account (docs/decisions/059-your-data.md). Every part is bounded and can be
// repeated, so that a large account is deleted by several runs.

/** Most parts in one run. */
const PARTS = 10
/** Most accounts in one run of the cron, and most parts of all of them. */
const ACCOUNTS = 20
const CRON_PARTS = 30
const APPLICATIONS = 100
/** Each may have many check-ins and notices. */
const MARATHONS = 5
const SCANS = 1000
const NOTICES = 1000
const RECORDS = 5000
/** The op ids of a deletion begin with this. */
const OWN_OPS = 'deletion:'

/** The account whose rows a run deletes. */
interface Due {
  d1: D1Database
  uid: string
  /**
   * The clock's seq when it was deleted. What was made until then is deleted: the guards let no session from before make
   * something later. The account may have logged in and made something since.
   */
  until: number
  now: () => number
  tell: (commit: Commit) => void
}

/**
 * Deletes a part of what accounts have whose deletion is due: a part of each in turn. The accounts are drawn, so that
 * large ones, and one that fails, do not hold up the others.
 * @throws the error of an account that failed, after the others
 */
export async function deleteDueAccounts(d1: D1Database, now: () => number, tell: Due['tell']): Promise<void> {
  let due = await readDue(d1, now, tell, sql`ORDER BY random() LIMIT ${literal(ACCOUNTS)}`)
  let failure: { error: unknown } | undefined
  for (let parts = 0; parts < CRON_PARTS && due.length > 0; ) {
    const left: Due[] = []
    for (const one of due.slice(0, CRON_PARTS - parts)) {
      parts += 1
      try {
        if (await deletePart(one)) left.push(one)
        else await finish(one)
      } catch (error) {
        failure = { error }
      }
    }
    due = left
  }
  if (failure) throw failure.error
}

/**
 * Deletes up to PARTS parts of what an account has whose deletion is due.
 * @param now returns the server's time, ms since the epoch
 * @param tell is called with each commit, so that live rooms hear of it
 */
export async function deleteRowsOf(d1: D1Database, uid: string, now: () => number, tell: Due['tell']): Promise<void> {
  const [due] = await readDue(d1, now, tell, sql`AND uid = ${uid}`)
  if (!due) return
  for (let part = 0; part < PARTS; part++) {
    if (!(await deletePart(due))) return finish(due)
  }
}

async function readDue(d1: D1Database, now: Due['now'], tell: Due['tell'], which: SQL): Promise<Due[]> {
  const rows = await allRows<{ uid: string; until: number }>(
    d1,
    sql`SELECT uid, deleted_seq AS until FROM account WHERE deletion = 'due' ${which}`,
  )
  return rows.map((row) => ({ d1, ...row, now, tell }))
}

/** Calls the account deleted, unless it was deleted once more since. */
async function finish({ d1, uid, until }: Due) {
  await runBatch(d1, [
    sql`UPDATE account SET deletion = 'done' WHERE uid = ${uid} AND deletion = 'due' AND deleted_seq = ${until}`,
  ])
}

/** SQL: did a commit after the deletion make the row of this table or alias? SQLite reads the records of the account once. */
const isMadeSince = (alias: string, { uid, until }: Due) => sql`${sql.raw(alias)}.id IN (SELECT target_id FROM op_record
  WHERE uid = ${uid} AND seq > ${until} AND modified = 1 AND type IN ('application.create', 'application.claim',
    'application.takeOver', 'application.defer', 'checkIn.create', 'recording.create', 'ruling.create'))`

/**
 * SQL: did a commit after the deletion give the `marathon` to the account? The owner's row of `staff` is written when the
 * marathon is made, and when it is taken over.
 */
const isOwnedSince = ({ uid, until }: Due) => sql`EXISTS (SELECT 1 FROM staff s
  WHERE s.marathon_id = marathon.id AND s.uid = ${uid} AND s.role = 'owner' AND s.seq > ${until})`

/** The rows of an account in the order in which they are deleted. @returns whether there was anything to delete */
async function deletePart(due: Due): Promise<boolean> {
  const isBefore = sql`seq <= ${due.until}`
  const again = sql`, ver = ver + 1`
  return (
    // At once, before somebody changes the account's role or takes its event over.
    (await leaveStaff(due)) ||
    (await deleteOwned(due, 'application.delete', APPLICATIONS)) ||
    (await deleteOwned(due, 'marathon.delete', MARATHONS)) ||
    (await forgetName(due, 'recording', sql`NOT ${isMadeSince('recording', due)}`, again)) ||
    (await forgetName(due, 'ruling', sql`NOT ${isMadeSince('ruling', due)}`, again)) ||
    (await forgetRunner(due)) ||
    (await forgetName(due, 'correction', isBefore)) ||
    // Also those that tell the deletion of its own events. A notice of the server has an account, and no name.
    (await forgetName(due, 'notice', sql`(${isBefore} OR kind = 'deleted')`)) ||
    (await forgetCorrector(due)) ||
    (await deleteNoticesTo(due)) ||
    (await forgetReasons(due)) ||
    (await deleteRecords(due))
  )
}

/**
 * Withdraws applications, or deletes marathons, by ordinary ops: places go to the waiting list, and other phones are
 * told.
 */
async function deleteOwned(due: Due, type: OpType, rows: number): Promise<boolean> {
  const { d1, uid, now, tell } = due
  const table = type === 'marathon.delete' ? 'marathon' : 'application'
  const found = await allRows<{ id: string }>(
    d1,
    sql`SELECT id FROM ${sql.raw(table)} WHERE owner_uid = ${uid} AND NOT ${type === 'marathon.delete' ? isOwnedSince(due) : isMadeSince(table, due)}
      LIMIT ${literal(rows)}`,
  )
  if (found.length === 0) return false
  const ops = found.map(({ id }) => {
    const op = { opId: `${OWN_OPS}${crypto.randomUUID()}`, type, id, base: null, patch: {} }
    return parseOp({ ...op, content: contentOf(op) })
  })
  const actor = { uid, email: '', name: '' }
  const { commit } = await applyRequest(d1, { actor, ops }, { timeSource: now, isLimited: false })
  tell(commit)
  return true
}

/**
 * The account is staff of other people's marathons no more, as if each owner had removed it, and its name goes. It also
 * leaves its own marathons once they are deleted, so that a new login gets nothing of them. What the account sees by an
 * older commit is not of a new login: only an acceptance, or a change of the role, gives a row a newer `view_seq`.
 */
async function leaveStaff({ d1, uid, until, now }: Due): Promise<boolean> {
  const isDue = sql`removed_at IS NULL AND iif(role <> 'owner', view_seq <= ${until},
    seq <= ${until} AND NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = staff.marathon_id))`
  const found = await allRows<{ id: string; isHere: 0 | 1 }>(
    d1,
    sql`SELECT marathon_id AS id, removed_at IS NULL AS isHere FROM staff
      WHERE uid = ${uid} AND (${isDue} OR (removed_at IS NOT NULL AND name <> ''))`,
  )
  if (found.length === 0) return false
  const all = JSON.stringify(found.map(({ id }) => id))
  const here = found.filter(({ isHere }) => isHere === 1).map(({ id }) => id)
  await runBatch(d1, [
    sql`UPDATE clock SET seq = seq + ${here.length} WHERE id = 1`,
    sql`UPDATE staff SET removed_at = ${new Date(now()).toISOString()}, offered_at = NULL,
        seq = (SELECT seq FROM clock) - ${here.length} + e.key + 1
      FROM json_each(${JSON.stringify(here)}) e
      WHERE staff.marathon_id = e.value AND staff.uid = ${uid} AND ${isDue}`,
    sql`UPDATE staff SET name = ''
      WHERE uid = ${uid} AND removed_at IS NOT NULL AND marathon_id IN (SELECT value FROM json_each(${all}))`,
    // A new login may have accepted another invitation there.
    sql`DELETE FROM invitation WHERE used_by = ${uid} AND marathon_id IN (SELECT s.marathon_id
      FROM json_each(${all}) e CROSS JOIN staff s ON s.marathon_id = e.value AND s.uid = ${uid} AND s.removed_at IS NOT NULL)`,
  ])
  return true
}

/** Rows that say less of the account from now on: which ones, and what becomes of them. */
interface Forgotten {
  table: 'recording' | 'ruling' | 'correction' | 'notice' | 'application' | 'tombstone'
  /** SQL for the rows that are due. */
  due: SQL
  limit: number
  set: SQL
  /** SQL for rows that are still as they were when they were found. */
  still: SQL
}

/** Changes rows, each with a new seq, so that phones get them again. @returns whether there were any */
async function forget(d1: D1Database, { table, due, limit, set, still }: Forgotten): Promise<boolean> {
  const rows = sql.raw(table)
  const found = await allRows<{ id: string }>(d1, sql`SELECT id FROM ${rows} WHERE ${due} LIMIT ${literal(limit)}`)
  if (found.length === 0) return false
  await runBatch(d1, [
    sql`UPDATE clock SET seq = seq + ${found.length} WHERE id = 1`,
    sql`UPDATE ${rows} SET ${set}, seq = (SELECT seq FROM clock) - ${found.length} + e.key + 1
      FROM json_each(${JSON.stringify(found.map(({ id }) => id))}) e WHERE ${rows}.id = e.value AND ${still}`,
  ])
  return true
}

/**
 * What the account recorded, ruled, corrected or told at others' events stays there, without the name and the account. The
 * `+` keeps SQLite from reading all rows of the account for each row.
 * @param due SQL for the rows of the account that are due
 * @param set SQL for what else becomes of them
 */
function forgetName({ d1, uid }: Due, table: Forgotten['table'], due: SQL, set = sql``): Promise<boolean> {
  return forget(d1, {
    table,
    due: sql`by_uid = ${uid} AND ${due}`,
    limit: SCANS,
    set: sql`by_name = '', by_uid = NULL ${set}`,
    still: sql`+by_uid = ${uid}`,
  })
}

/** Official results stay as a bib, and those of deleted events go. */
async function forgetRunner(due: Due): Promise<boolean> {
  const { d1, uid } = due
  const found = await allRows<{ id: string }>(
    d1,
    sql`SELECT r.id FROM result r WHERE r.owner_uid = ${uid} AND NOT ${isMadeSince('r', due)} LIMIT ${literal(SCANS)}`,
  )
  if (found.length === 0) return false
  const ids = JSON.stringify(found.map(({ id }) => id))
  await runBatch(d1, [
    sql`UPDATE clock SET seq = seq + ${found.length} WHERE id = 1`,
    sql`UPDATE result SET owner_uid = NULL, name = '', hides_name = 1, reason = '', ver = ver + 1,
        seq = (SELECT seq FROM clock) - ${found.length} + e.key + 1
      FROM json_each(${ids}) e WHERE result.id = e.value AND +owner_uid = ${uid}`,
    sql`DELETE FROM result WHERE id IN (SELECT value FROM json_each(${ids})) AND owner_uid IS NULL
      AND NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = result.marathon_id)`,
  ])
  return true
}

/** Entries that the account corrected stay as they are, without the account. */
function forgetCorrector({ d1, uid, until }: Due): Promise<boolean> {
  return forget(d1, {
    table: 'application',
    due: sql`corrected_by = ${uid} AND id NOT IN (SELECT target_id FROM op_record
      WHERE uid = ${uid} AND seq > ${until} AND modified = 1 AND type = 'application.correct')`,
    limit: SCANS,
    // With the new ver, an edit that another request is writing does not bring the account back.
    set: sql`corrected_by = NULL, ver = ver + 1`,
    still: sql`+corrected_by = ${uid}`,
  })
}

/** What the server told this account alone, also of entries that it has not any more. */
async function deleteNoticesTo({ d1, uid, until, now }: Due): Promise<boolean> {
  const found = await allRows<{ id: string }>(
    d1,
    sql`SELECT id FROM notice WHERE to_uid = ${uid} AND seq <= ${until} LIMIT ${literal(NOTICES)}`,
  )
  if (found.length === 0) return false
  const ids = JSON.stringify(found.map(({ id }) => id))
  await runBatch(d1, [
    sql`UPDATE clock SET seq = seq + ${found.length} WHERE id = 1`,
    sql`INSERT INTO tombstone (type, id, owner_uid, deleted_at, seq)
      SELECT 'notice', o.id, o.to_uid, ${new Date(now()).toISOString()}, (SELECT seq FROM clock) - ${found.length} + e.key + 1
      FROM json_each(${ids}) e CROSS JOIN notice o ON o.id = e.value`,
    sql`DELETE FROM notice WHERE id IN (SELECT value FROM json_each(${ids}))`,
  ])
  return true
}

/**
 * Why staff withdrew an entry of the account goes with the account. Phones of organisers have the reason too: they get the
 * deletion once more, without it. It is of now: an old tombstone with a new seq would reset every phone at night.
 */
function forgetReasons({ d1, uid, until, now }: Due): Promise<boolean> {
  return forget(d1, {
    table: 'tombstone',
    due: sql`owner_uid = ${uid} AND reason <> '' AND seq <= ${until}`,
    limit: RECORDS,
    set: sql`reason = '', deleted_at = ${new Date(now()).toISOString()}`,
    still: sql`tombstone.type = 'application' AND tombstone.seq IS NOT NULL`,
  })
}

/**
 * Deletes the records of the account's ops, with those of this deletion. The history of other people's events keeps that
 * something was changed: such a record says nothing more of the account.
 */
async function deleteRecords({ d1, uid, until }: Due): Promise<boolean> {
  const found = await allRows<{ seq: number; isKept: 0 | 1 }>(
    d1,
    sql`SELECT seq, fields IS NOT NULL AND EXISTS (SELECT 1 FROM marathon m WHERE m.id = op_record.marathon_id) AS isKept
      FROM op_record WHERE uid = ${uid} AND (seq <= ${until} OR substr(op_id, 1, ${OWN_OPS.length}) = ${OWN_OPS})
      LIMIT ${literal(RECORDS)}`,
  )
  if (found.length === 0) return false
  const seqs = (isKept: 0 | 1) => JSON.stringify(found.flatMap((row) => (row.isKept === isKept ? [row.seq] : [])))
  await runBatch(d1, [
    sql`UPDATE op_record SET uid = '', by_name = '', op_id = 'deleted:' || seq, content = '',
        verdict = ${verdictText({ status: 'applied' })} WHERE seq IN (SELECT value FROM json_each(${seqs(1)}))`,
    sql`DELETE FROM op_record WHERE seq IN (SELECT value FROM json_each(${seqs(0)}))`,
  ])
  return true
}
