import { type SQL, sql } from 'drizzle-orm'
import { MAX_SYSTEM_NOTICES } from '../../contract/limits.ts'
import { may } from '../../contract/roles.ts'
import { charge } from '../db/charge.ts'
import { literal, type NoticeRow, rowsOf, type StaffRow, statement } from '../db/client.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { seenByStaff } from './decide/answers.ts'
import { accountSlot, modifiedBy, type Write } from './decide/decision.ts'
import { PROMOTED } from './decide/notice-text.ts'
import { historyOf } from './history.ts'
import { collectChanges } from './net-changes.ts'
import { costOf } from './op-budget.ts'
import { namesPeople, verdictText, WITHOUT_CONTACT, WITHOUT_HISTORY } from './verdict-text.ts'
import { guard, guards } from './write-guards.ts'
import {
  INSERT_APPLICATION,
  INSERT_RULING,
  jsonParameters,
  LIST,
  PUT_APPLICATION,
  PUT_MARATHON,
  PUT_NOTICE,
  PUT_RECORDING,
  PUT_STAFF,
  SEQ,
} from './written-rows.ts'

/** Most applications that one statement of a draw, or of the notices of a promotion, is about. */
const DRAW_ROWS = 5000

/** Most recordings that one batch deletes with their marathons. */
export const MAX_DELETED_RECORDINGS = 50_000

/** Most rows of histories that one batch erases. */
const MAX_ERASED = 5000

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
 * How many notices of the server a batch makes at a marathon, to everybody or to one account, and the number of the first
 * seq for deleted older ones.
 */
interface Trim {
  marathonId: string
  toUid: string | null
  count: number
  first: number
}

/** How many places a marathon gives to its waiting list, and the number of the first seq for that. */
type Promotion = { id: string; promoted: number; first: number }

/** SQL for the seq of the clock before the batch: the clock moves at its end. */
const CLOCK_BEFORE = sql`(SELECT seq FROM clock)`

/**
 * A statement for rows, which are its first parameter as a JSON array (`LIST`), and its other values. Such statements
 * are plain text: Drizzle takes longer to make one than SQLite to run it. None is run without rows, and a few are where
 * the rows are large.
 */
type ForRows = [rows: object[], text: string, ...values: unknown[]]

/** SQL for the ids of the rows. */
const IDS = `(SELECT e.value->>'id' FROM ${LIST})`

/** SQL: is it an application without account, to one of the marathons that are the rows? */
const WITH_MARATHON = `owner_uid IS NULL AND marathon_id IN ${IDS}`

/**
 * The write batch: it runs the guards, writes the rows and the op records, and moves the clock. All rows of a table are
 * one JSON parameter, or a few where they are large.
 *
 * - Guards re-check every precondition of every verdict, rejections included. A guard that fails aborts the batch.
 * - Every written row and every op record gets its own seq. D1 runs batches one after another, so the order of seq is
 *   the order of commits.
 * @returns the statements, the last of which returns the clock, and `noticesOf`, which tells from their results which
 *   notices they made
 */
export function writeStatements(d1: D1Database, request: Write) {
  const { decided, before, now, isLimited } = request
  const { change, seqs } = number(request)
  const decidedAt = new Date(now).toISOString()
  const costs = new Map<string, number>()
  for (const one of decided) costs.set(one.uid, (costs.get(one.uid) ?? 0) + costOf(one, before))
  const prepared = (queries: SQL[]) => queries.map((query) => statement(d1, query))
  const forRows = (list: ForRows[]) =>
    list.flatMap(([rows, text, ...values]) =>
      jsonParameters(rows).map((json) => d1.prepare(text).bind(json, ...values)),
    )
  const promotions = change.promotions.map((one) => {
    // Nobody is told of a place at a marathon that the same batch deletes.
    const isDeleted = change.deletedMarathons.some(({ id }) => id === one.id)
    return {
      promote: statement(d1, promotionStatement(one, decidedAt)),
      notices: prepared(isDeleted ? [] : promotionNotices(one, decidedAt)),
    }
  })
  const writes: D1PreparedStatement[] = [
    guards(d1, request),
    ...prepared(isLimited ? [charge(costs, now)] : []),
    ...forRows(deletions(change, decidedAt)),
    ...forRows(puts(change, before)),
    ...prepared(change.trims.flatMap((trim) => trimStatements(trim, decidedAt))),
    ...forRows(counts(change, before)),
    ...promotions.flatMap(({ promote, notices }) => [promote, ...notices]),
    ...prepared(change.draws.flatMap(drawStatements)),
    ...forRows(opRecords(change, decidedAt)),
    d1.prepare('UPDATE clock SET seq = seq + ? WHERE id = 1 RETURNING seq').bind(seqs),
  ]
  const noticeStatements = new Set(promotions.flatMap(({ notices }) => notices))
  return {
    writes,
    noticesOf: (results: D1Result[]): CommittedNotice[] => [
      ...change.notices.map(({ id, marathonId, kind, urgent, toUid }) => {
        return { id, marathonId, kind, urgent: urgent === 1, to: toUid }
      }),
      ...writes
        .flatMap((write, index) =>
          noticeStatements.has(write) ? rowsOf<Pick<CommittedNotice, 'id' | 'marathonId' | 'to'>>(results[index]) : [],
        )
        .map((row) => ({ ...row, kind: PROMOTED.kind, urgent: PROMOTED.urgent === 1 })),
    ],
  }
}

type Numbered = ReturnType<typeof number>['change']

/**
 * Gives each row that is written, and each op record, its number in the batch, from 1. `seqs` is the last number. A
 * part that changes rows which are not known yet gets a range, which begins with `first`.
 */
function number({ decided, before, actors }: Write) {
  const change = collectChanges(decided)
  const reassigned = changedRoles(change.staff, before)
  let seqs = 0
  const withSeq = <T extends object>(values: T[]) => values.map((value) => ({ ...value, offset: ++seqs }))
  const range = (count: number) => {
    const first = seqs + 1
    seqs += count
    return first
  }
  const names = new Map(actors.map(({ uid, name }) => [uid, name]))
  const made = new Set(change.marathons.map(({ id }) => id))
  const isThere = (id: string) => made.has(id) || before.marathons.has(id)
  const ofServer = Map.groupBy(
    change.notices.filter(({ kind }) => kind !== 'written'),
    ({ marathonId, toUid }) => JSON.stringify([marathonId, toUid]),
  )
  const rows = {
    records: withSeq(
      decided.map((one) => ({
        ...historyOf(one, names.get(one.uid) ?? '', isThere),
        opId: one.op.opId,
        uid: one.uid,
        type: one.op.type,
        id: one.op.id,
        verdict: verdictText(one.decision.verdict),
        modified: modifiedBy(one.op, one.decision),
        content: one.op.content,
      })),
    ),
    deletedMarathons: withSeq(change.deletedMarathons),
    deletedApplications: withSeq(change.deletedApplications),
    marathons: withSeq(change.marathons),
    staff: withSeq(change.staff),
    newViews: reassigned.filter(({ isNewView }) => isNewView),
    otherAnswers: change.marathons.filter(({ id, questions }) => {
      const was = before.marathons.get(id)
      return was && was.questions !== questions && seenByStaff(was) !== seenByStaff({ questions })
    }),
    // The row of a marathon tells phones what their account is there.
    roles: withSeq([...new Set(reassigned.map(({ marathonId }) => marathonId))].map((id) => ({ id }))),
    applications: withSeq(change.applications),
    entries: withSeq(change.entries),
    movedUp: withSeq(change.movedUp),
    recordings: withSeq([...change.checkIns, ...change.recordings]),
    rulings: withSeq(change.rulings),
    deletedNotices: withSeq(change.deletedNotices),
    notices: withSeq(change.notices),
    counts: withSeq(change.counts),
    // A promoted application and its notice have a seq each.
    promotions: change.promotions.map((one) => ({ ...one, first: range(2 * one.promoted) })),
    trims: [...ofServer.values()].flatMap((notices): Trim[] => {
      const [one] = notices
      const count = notices.length
      return one ? [{ marathonId: one.marathonId, toUid: one.toUid, count, first: range(count) }] : []
    }),
    draws: change.draws.map((draw): Draw => ({ ...draw, first: range(draw.order.length) })),
  }
  return { change: rows, seqs }
}

/** The rows of staff that have another role than they were read with, and whether their accounts see more or less now. */
function changedRoles(rows: StaffRow[], before: Write['before']) {
  return rows.flatMap(({ id, marathonId, uid, role, removedAt }) => {
    const was = before.staff.get(accountSlot(marathonId, uid))
    if (!was || (was.role === role && was.removedAt === removedAt)) return []
    const isNewView = (['organise', 'time'] as const).some((power) => may(role, power) !== may(was.role, power))
    return [{ id, marathonId, isNewView }]
  })
}

/** Deletes rows with what belongs to them, and leaves their tombstones. */
function deletions({ deletedMarathons, deletedApplications, deletedNotices }: Numbered, at: string): ForRows[] {
  return [
    [deletedMarathons, `DELETE FROM marathon WHERE id IN ${IDS}`],
    [deletedApplications, `DELETE FROM application WHERE id IN ${IDS}`],
    [deletedApplications, `DELETE FROM recording WHERE kind = 'check-in' AND application_id IN ${IDS}`],
    // A marathon may have any number: the limit is an account's, and staff may be replaced. The night deletes the rest.
    [
      deletedMarathons,
      `DELETE FROM recording WHERE rowid IN
      (SELECT rowid FROM recording WHERE marathon_id IN ${IDS} LIMIT ${MAX_DELETED_RECORDINGS})`,
    ],
    [deletedMarathons, `DELETE FROM ruling WHERE marathon_id IN ${IDS}`],
    // The runner keeps an own result. Nobody else reads the name of who has left.
    [deletedMarathons, `DELETE FROM result WHERE marathon_id IN ${IDS} AND owner_uid IS NULL`],
    [deletedMarathons, `DELETE FROM correction WHERE marathon_id IN ${IDS}`],
    [
      deletedApplications,
      `UPDATE result SET hides_name = 1, ver = ver + 1, seq = ${SEQ} FROM ${LIST}
      WHERE result.id = e.value->>'id' AND NOT result.hides_name`,
    ],
    [
      deletedMarathons,
      `INSERT INTO tombstone (type, id, owner_uid, shown_until, deleted_at, seq)
      SELECT 'marathon', e.value->>'id', e.value->>'ownerUid', e.value->>'shownUntil', ?2, ${SEQ} FROM ${LIST}`,
      at,
    ],
    [
      deletedApplications,
      `INSERT INTO tombstone (type, id, owner_uid, marathon_id, reason, is_handed_on, deleted_at, seq)
      SELECT 'application', e.value->>'id', e.value->>'ownerUid', e.value->>'marathonId', e.value->>'reason',
        e.value->>'isHandedOn', ?2, ${SEQ} FROM ${LIST}`,
      at,
    ],
    [
      deletedNotices,
      `INSERT INTO tombstone (type, id, marathon_id, deleted_at, seq)
      SELECT 'notice', e.value->>'id', e.value->>'marathonId', ?2, ${SEQ} FROM ${LIST}`,
      at,
    ],
    [deletedNotices, `DELETE FROM notice WHERE id IN ${IDS}`],
    [deletedMarathons, `DELETE FROM notice WHERE marathon_id IN ${IDS}`],
    [deletedApplications, `DELETE FROM notice WHERE application_id IN ${IDS}`],
    [deletedMarathons, `DELETE FROM draw WHERE marathon_id IN ${IDS}`],
  ]
}

/** Writes the rows that were made or changed. */
function puts(
  { marathons, staff, newViews, otherAnswers, roles, applications, entries, recordings, rulings, notices }: Numbered,
  before: Write['before'],
): ForRows[] {
  const changed = applications.filter((row) => before.applications.has(row.id))
  const idOf = ({ id }: { id: string }) => ({ id })
  return [
    [marathons, PUT_MARATHON],
    [staff, PUT_STAFF],
    [newViews, `UPDATE staff SET view_seq = seq WHERE id IN ${IDS}`],
    // Gate, desk and timer see other answers now, so their phones start over. What an account saw that is being deleted
    // stays: a newer view would count as that of a new login.
    [
      otherAnswers.map(idOf),
      `UPDATE staff SET view_seq = (SELECT m.seq FROM marathon m WHERE m.id = staff.marathon_id)
      WHERE marathon_id IN ${IDS} AND role NOT IN ${rolesSql('organise')} AND removed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM account d
          WHERE d.uid = staff.uid AND d.deletion = 'due' AND d.deleted_seq >= staff.view_seq)`,
    ],
    [roles, `UPDATE marathon SET seq = ${SEQ} FROM ${LIST} WHERE marathon.id = e.value->>'id'`],
    // Two applications may swap names or bibs within one batch. A unique person_key that no name has, and no bib,
    // free the slots of both first.
    [changed.map(idOf), `UPDATE application SET person_key = char(10) || id, bib_key = NULL WHERE id IN ${IDS}`],
    [entries.map(idOf), `UPDATE application SET bib_key = NULL WHERE id IN ${IDS}`],
    [applications.filter(({ id }) => !before.applications.has(id)), INSERT_APPLICATION],
    [changed, PUT_APPLICATION],
    [
      entries,
      // Who has no place yet, or waits, gets one in other ways.
      `UPDATE application SET bib = e.value->>'bib', bib_key = e.value->>'bibKey', wanted_bib = e.value->>'wantedBib',
        offer = e.value->>'offer', email = e.value->>'email', person_key = e.value->>'personKey',
        joined_seq = iif(owner_uid IS e.value->>'ownerUid', joined_seq, ${SEQ}), owner_uid = e.value->>'ownerUid',
        status = iif(status = 'unconfirmed', e.value->>'status', status), ver = e.value->>'ver', seq = ${SEQ}
        FROM ${LIST} WHERE application.id = e.value->>'id'`,
    ],
    // Whose name is shown is the runner's word at any time, and a claimed result is the account's.
    [
      changed.filter(({ id, hidesName }) => before.applications.get(id)?.hidesName !== hidesName),
      `UPDATE result SET hides_name = e.value->>'hidesName', ver = ver + 1, seq = ${SEQ} FROM ${LIST}
      WHERE result.id = e.value->>'id'`,
    ],
    [
      entries.filter(({ id, ownerUid }) => ownerUid !== null && before.applications.get(id)?.ownerUid === null),
      `UPDATE result SET owner_uid = e.value->>'ownerUid', ver = ver + 1, seq = ${SEQ} FROM ${LIST}
      WHERE result.id = e.value->>'id'`,
    ],
    // An application to a deleted marathon may have contact data again.
    [
      changed.filter((row) => !before.marathons.has(row.marathonId)),
      `UPDATE tombstone SET may_have_contacts = 1
      WHERE type = 'marathon' AND id IN (SELECT e.value->>'marathonId' FROM ${LIST})`,
    ],
    [recordings, PUT_RECORDING],
    [rulings, INSERT_RULING],
    [notices, PUT_NOTICE],
  ]
}

/**
 * Changes the counts of marathons, puts new applications that wait at the end of the waiting list, and those that move up
 * at its head.
 */
function counts(change: Numbered, before: Write['before']): ForRows[] {
  return [
    [
      change.counts,
      `UPDATE marathon SET reg_count = reg_count + (e.value->>'registered'),
        waiting_count = waiting_count + (e.value->>'waiting'),
        entered_count = entered_count + (e.value->>'entered'),
        unclaimed_count = unclaimed_count + (e.value->>'unclaimed'), seq = ${SEQ}
      FROM ${LIST} WHERE marathon.id = e.value->>'id'`,
    ],
    [
      // A bib that is given in the same batch gives the row a later seq, and the place in the list stays.
      change.applications
        .filter((row) => row.status === 'waiting' && !before.applications.has(row.id))
        .map(({ id, offset }) => ({ id, offset })),
      `UPDATE application SET waiting_order = ${SEQ} FROM ${LIST} WHERE application.id = e.value->>'id'`,
    ],
    [
      change.movedUp,
      `UPDATE application SET waiting_order = (SELECT min(w.waiting_order) FROM application w
          WHERE w.marathon_id = application.marathon_id AND w.waiting_order IS NOT NULL) - (e.value->>'place'),
        ver = e.value->>'ver', seq = ${SEQ}
      FROM ${LIST} WHERE application.id = e.value->>'id' AND status = 'waiting'`,
    ],
  ]
}

/** The op records, and after them what must not stay in those about deleted applications. */
function opRecords({ records, deletedApplications, deletedMarathons }: Numbered, at: string): ForRows[] {
  return [
    [
      records,
      `INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content,
        marathon_id, fields, by_name)
      SELECT e.value->>'opId', e.value->>'uid', ${SEQ}, e.value->>'type', e.value->>'id', e.value->>'verdict',
        e.value->>'modified', ?2, e.value->>'content',
        e.value->>'marathonId', e.value->>'fields', e.value->>'by' FROM ${LIST}`,
      at,
    ],
    // This runs after the insert of the op records, because it also removes what this batch recorded. A marathon may
    // have the same id as an application.
    [
      deletedApplications,
      `UPDATE op_record SET verdict = ${WITHOUT_CONTACT}
      WHERE target_id IN ${IDS} AND type LIKE 'application.%' AND ${namesPeople}`,
    ],
    // Its history goes too, but that it was deleted. An account may have edited it any number of times: the nightly run
    // erases the rest, with the marathon's.
    [
      deletedApplications,
      `UPDATE op_record SET ${WITHOUT_HISTORY} WHERE seq IN (SELECT seq FROM op_record WHERE target_id IN ${IDS}
        AND fields IS NOT NULL AND type LIKE 'application.%' AND type NOT IN ('application.delete', 'application.withdraw') LIMIT ${MAX_ERASED})`,
    ],
    // Entries without account leave with their marathon: nobody else has them. Those that this batch made or gave to an
    // account are written by now.
    [
      deletedMarathons,
      `UPDATE op_record SET verdict = ${WITHOUT_CONTACT}
      WHERE target_id IN (SELECT id FROM application WHERE ${WITH_MARATHON}) AND type LIKE 'application.%' AND ${namesPeople}`,
    ],
    [deletedMarathons, `DELETE FROM application WHERE ${WITH_MARATHON}`],
  ]
}

/** Gives places to the first in the waiting list of a marathon. */
function promotionStatement({ id, promoted, first }: Promotion, at: string): SQL {
  return sql`UPDATE application SET status = 'registered', waiting_order = NULL, promoted_at = ${at},
      ver = ver + 1, seq = ${CLOCK_BEFORE} + w.seqOffset
    FROM (SELECT id, ${first - 1} + row_number() OVER (ORDER BY waiting_order) AS seqOffset FROM application
      WHERE marathon_id = ${id} AND waiting_order IS NOT NULL ORDER BY waiting_order LIMIT ${literal(promoted)}) w
    WHERE application.id = w.id`
}

/**
 * The statements of a draw. All of them are in one transaction, so that nobody sees a part of it. Each changes at most
 * DRAW_ROWS rows, because D1 limits the time of a statement. The guard at the end fails if an application of the ballot
 * was not in the list: somebody joined while another left. The `+` keeps SQLite from reading all applications of the
 * marathon for each id.
 */
function drawStatements({ marathonId, order, places, first }: Draw): SQL[] {
  const statements: SQL[] = []
  for (let from = 0; from < order.length; from += DRAW_ROWS) {
    const ids = JSON.stringify(order.slice(from, from + DRAW_ROWS))
    const seq = sql`${CLOCK_BEFORE} + ${first + from} + e.key`
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
  statements.push(
    guard(sql`SELECT NULL WHERE EXISTS (SELECT 1 FROM application
      WHERE marathon_id = ${marathonId} AND status = 'entered')`),
  )
  return statements
}

/**
 * The statements that tell the promoted runners that have an account, one notice each. The applications got the seqs
 * from `first` on in the statement before; their notices get the next ones. Each statement inserts at most DRAW_ROWS
 * rows.
 */
function promotionNotices({ id, promoted, first }: Promotion, at: string): SQL[] {
  const { kind, text, parts, urgent } = PROMOTED
  const statements: SQL[] = []
  for (let from = 0; from < promoted; from += DRAW_ROWS) {
    const count = Math.min(DRAW_ROWS, promoted - from)
    statements.push(sql`INSERT INTO notice (id, marathon_id, application_id, to_uid, kind, text, parts, urgent,
        at, by_name, ver, seq)
      SELECT lower(hex(randomblob(16))), marathon_id, id, owner_uid, ${kind}, ${text}, ${parts}, ${urgent},
        ${at}, '', 1, seq + ${promoted} FROM application
      WHERE marathon_id = ${id} AND seq >= ${CLOCK_BEFORE} + ${first + from} AND seq < ${CLOCK_BEFORE} + ${first + from + count}
        AND owner_uid IS NOT NULL
      RETURNING id, marathon_id AS marathonId, to_uid AS "to"`)
  }
  return statements
}

/**
 * The statements that keep MAX_SYSTEM_NOTICES of the server's notices to everybody, or to one account, at a marathon: the
 * newest. A batch that made `count` of them deletes at most as many.
 */
export function trimStatements({ marathonId, toUid, count, first }: Trim, at: string): SQL[] {
  const isTo = toUid === null ? sql`to_uid IS NULL` : sql`to_uid = ${toUid}`
  return [
    sql`INSERT INTO tombstone (type, id, owner_uid, marathon_id, deleted_at, seq)
      SELECT 'notice', o.id, ${toUid}, ${toUid === null ? marathonId : ''}, ${at}, ${CLOCK_BEFORE} + ${first - 1} + row_number() OVER (ORDER BY o.seq)
      FROM (SELECT id, seq FROM notice WHERE marathon_id = ${marathonId} AND ${isTo} AND kind <> 'written'
        ORDER BY seq DESC LIMIT ${literal(count)} OFFSET ${literal(MAX_SYSTEM_NOTICES)}) o`,
    sql`DELETE FROM notice WHERE id IN (SELECT id FROM tombstone
      WHERE type = 'notice' AND seq >= ${CLOCK_BEFORE} + ${first} AND seq < ${CLOCK_BEFORE} + ${first + count})`,
  ]
}
