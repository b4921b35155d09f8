import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../db/client.ts'
import { isClash, namesHolder, namesPeople, WITHOUT_CONTACT, WITHOUT_HISTORY } from '../ops/verdict-text.ts'
import { PERSONAL } from '../ops/written-rows.ts'

/** Sets the texts about the runner to '', and forgets who corrected them. */
const ERASED = sql.raw([...[...PERSONAL, 'code'].map((column) => `${column} = ''`), 'corrected_by = NULL'].join(', '))

/** One step of the nightly run. The steps are independent: a step that fails does not stop the others. */
export interface Step {
  name:
    | 'contactsErased'
    | 'deletedFinished'
    | 'clashesStripped'
    | 'checkInsDeleted'
    | 'historyErased'
    | 'tombstonesStripped'
    | 'opRecordsDeleted'
    | 'budgetsDeleted'
    | 'invitationsDeleted'
    | 'staffDeleted'
    | 'noticesDeleted'
    | 'addressesForgotten'
    | 'leftThePull'
  /**
   * Rows of one batch, and most batches of one night. All steps together stay below D1's limit of 1,000 queries a run.
   */
  rows: number
  batches: number
  /**
   * Selects the `id` of at most `rows` rows that are due and not in `bad`. Where accounts can make many rows due at once,
   * or again, those come first that have not changed for longest: nobody holds up the rows of the others.
   */
  find: (bad: SQL, rows: number) => SQL
  /** The statements of one transaction that change the rows with these ids. Running them again has no effect. */
  change: (ids: (string | number)[]) => SQL[]
}

/** The limits of the steps: each step changes rows that are older than its instant. */
export interface Due {
  /** The time of the run, ms since the epoch. */
  nowMs: number
  /** Start of the marathon whose entrants' contact data is erased; ISO 8601, like all that follow. */
  contact: string
  /** Decision on the op whose clash is removed. */
  clash: string
  /** Deletion of the row whose tombstone is stripped. */
  tombstone: string
  /** Decision on the op whose record is deleted. */
  opRecord: string
  /** Start of the 30-day window: marathons with an earlier `shownUntil` leave it. */
  pullCutoff: string
}

/** The steps of a night, the most important first. */
export function retentionSteps(due: Due): Step[] {
  const now = new Date(due.nowMs).toISOString()
  return [
    eraseContacts(due),
    deleteNotices(due),
    finishDeleted(due),
    stripClashes(due),
    deleteCheckIns(due),
    eraseHistory(due),
    stripTombstones(due),
    deleteRecords(due),
    // The budgets of accounts whose operations are all paid off.
    deleteRows('budgetsDeleted', [1000, 16], 'op_budget', 'uid', sql`spent_until < ${due.nowMs}`),
    deleteRows('invitationsDeleted', [10_000, 3], 'invitation', 'token_hash', sql`expires_at < ${now}`),
    deleteStaff(due),
    forgetAddresses(),
    markPast(due),
  ]
}

const listed = (ids: (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/**
 * Is the row's marathon still due, or deleted? Its start may have been moved between the search and the change, and
 * what is erased does not come back.
 */
const isStillDue = (table: string, contact: string) => sql`NOT EXISTS (SELECT 1 FROM marathon m
  WHERE m.id = ${sql.identifier(table)}.marathon_id AND m.start_date >= ${contact})`

/**
 * Erases the personal data in applications to marathons that started long ago. The row and the marathon's count stay.
 * The row gets a new seq, so that phones erase the data too. It gets a new ver, so that an edit that another request is
 * writing fails its guard and is decided again.
 * An edit of an erased row makes it due again, with a new seq: behind all others.
 * For a marathon that was deleted, the application's own copy of the start date counts, or the deletion if it was
 * earlier: the runner wrote that copy, and it may be far in the future.
 *
 * Only the applications themselves change in these transactions. One account may have made many check-ins and any
 * number of op records on an application, and these have bounded steps of their own.
 */
function eraseContacts({ contact, nowMs }: Due): Step {
  return {
    name: 'contactsErased',
    rows: 1000,
    batches: 60,
    find: (bad, rows) => sql`SELECT id FROM (SELECT a.id, a.seq FROM marathon m CROSS JOIN application a
        ON a.marathon_id = m.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE m.start_date < ${contact}
      UNION SELECT a.id, a.seq FROM application a
        WHERE a.erased_at IS NULL AND a.start_date < ${contact} AND a.id NOT IN ${bad}
        AND NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = a.marathon_id)
      UNION SELECT a.id, a.seq FROM tombstone t INDEXED BY tombstone_contacts CROSS JOIN application a
        ON a.marathon_id = t.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${contact})
      ORDER BY seq LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE clock SET seq = seq + ${ids.length} WHERE id = 1`,
      sql`UPDATE application SET ${ERASED}, person_key = char(10) || application.id, erased_at = ${new Date(nowMs).toISOString()},
        ver = ver + 1, seq = (SELECT seq FROM clock) - ${ids.length} + e.key + 1
      FROM json_each(${JSON.stringify(ids)}) e WHERE application.id = e.value AND application.erased_at IS NULL AND ${isStillDue('application', contact)}`,
    ],
  }
}

/**
 * Takes deleted marathons out of the searches of `eraseContacts`, `deleteCheckIns` and `deleteNotices`, when no
 * application to them has contact data any more, and their recordings and the notice of their deletion are gone.
 * Tombstones stay for ever, so a search that read them all would take longer each night. A late edit of such an
 * application puts its marathon back (worker/ops/write-ops).
 */
function finishDeleted({ contact }: Due): Step {
  const isErased = (tombstone: string) => sql`NOT EXISTS (SELECT 1 FROM application a
    WHERE a.marathon_id = ${sql.identifier(tombstone)}.id AND a.erased_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM recording c WHERE c.marathon_id = ${sql.identifier(tombstone)}.id)
    AND NOT EXISTS (SELECT 1 FROM notice o WHERE o.marathon_id = ${sql.identifier(tombstone)}.id)`
  return {
    name: 'deletedFinished',
    rows: 10_000,
    batches: 40,
    find: (bad, rows) => sql`SELECT t.rowid AS id FROM tombstone t INDEXED BY tombstone_contacts
      WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${contact} AND t.rowid NOT IN ${bad}
      AND ${isErased('t')} LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE tombstone SET may_have_contacts = 0 WHERE rowid IN ${listed(ids)} AND ${isErased('tombstone')}`,
    ],
  }
}

/**
 * Removes contact data from stored verdicts: the texts of clashes, and the name of the entrant who has a bib. Due are
 * those that are old, whether or not the row still exists, and those about an application that was erased. A verdict of
 * BIB_TAKEN names another entrant of the same marathon, who is erased in the same night.
 */
function stripClashes({ clash }: Due): Step {
  return {
    name: 'clashesStripped',
    rows: 10_000,
    batches: 60,
    find: (bad, rows) => {
      const old = (kind: string) => sql`SELECT op_id AS id FROM op_record
        WHERE decided_at < ${clash} AND ${sql.raw(kind)} AND op_id NOT IN ${bad}`
      const erased = (kind: string) => sql`SELECT op_id AS id FROM op_record
        CROSS JOIN application a ON a.id = target_id AND a.erased_at IS NOT NULL
        WHERE decided_at >= ${clash} AND ${sql.raw(kind)} AND op_id NOT IN ${bad} AND type LIKE 'application.%'`
      const due = [old(isClash), old(namesHolder), erased(isClash), erased(namesHolder)]
      return sql`${sql.join(due, sql` UNION ALL `)} LIMIT ${literal(rows)}`
    },
    change: (ids) => [
      // A verdict that is stripped already is no clash any more, so it must not be taken for a BIB_TAKEN.
      sql`UPDATE op_record SET verdict = ${sql.raw(WITHOUT_CONTACT)} WHERE op_id IN ${listed(ids)} AND ${sql.raw(namesPeople)}`,
    ],
  }
}

/**
 * Deletes the check-ins at marathons whose entrants' contact data is erased. They say where a person was. A phone
 * deletes them when it gets an application without a name. Also what the deletion of a marathon has left of its
 * recordings (worker/ops/write-ops).
 */
function deleteCheckIns({ contact, nowMs }: Due): Step {
  return {
    name: 'checkInsDeleted',
    rows: 10_000,
    batches: 90,
    find: (bad, rows) => sql`SELECT id FROM (SELECT c.rowid AS id, c.seq FROM marathon m CROSS JOIN recording c
        ON c.marathon_id = m.id AND c.kind = 'check-in' AND c.rowid NOT IN ${bad}
        WHERE m.start_date < ${contact}
      UNION ALL SELECT c.rowid, c.seq FROM tombstone t INDEXED BY tombstone_contacts CROSS JOIN recording c
        ON c.marathon_id = t.id AND c.rowid NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${new Date(nowMs).toISOString()})
      ORDER BY seq LIMIT ${literal(rows)}`,
    change: (ids) => [sql`DELETE FROM recording WHERE rowid IN ${listed(ids)} AND ${isStillDue('recording', contact)}`],
  }
}

/**
 * Erases the history of marathons whose entrants' contact data is erased, and of deleted ones, whose history nobody can
 * read any more.
 */
function eraseHistory({ contact, nowMs }: Due): Step {
  const now = new Date(nowMs).toISOString()
  return {
    name: 'historyErased',
    rows: 20_000,
    batches: 5,
    find: (bad, rows) => sql`SELECT r.seq AS id FROM marathon m CROSS JOIN op_record r
        ON r.marathon_id = m.id AND r.fields IS NOT NULL AND r.seq NOT IN ${bad} WHERE m.start_date < ${contact}
      UNION ALL SELECT r.seq AS id FROM tombstone t INDEXED BY tombstone_contacts CROSS JOIN op_record r
        ON r.marathon_id = t.id AND r.fields IS NOT NULL AND r.seq NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${now}
      LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE op_record SET ${sql.raw(WITHOUT_HISTORY)}
        WHERE seq IN ${listed(ids)} AND ${isStillDue('op_record', contact)}`,
    ],
  }
}

/**
 * Strips old tombstones: `type`, `id` and `deletedAt` stay, so that the id is never used again, and nothing else about
 * the row is kept. The same transaction raises the low-water mark to their highest seq: a phone that has not received
 * these deletions starts over.
 */
function stripTombstones({ tombstone }: Due): Step {
  return {
    name: 'tombstonesStripped',
    rows: 10_000,
    batches: 10,
    find: (bad, rows) => sql`SELECT rowid AS id FROM tombstone
      WHERE seq IS NOT NULL AND deleted_at < ${tombstone} AND rowid NOT IN ${bad} ORDER BY deleted_at LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE clock SET floor = max(floor,
        coalesce((SELECT max(seq) FROM tombstone WHERE rowid IN ${listed(ids)}), 0)) WHERE id = 1`,
      sql`UPDATE tombstone SET seq = NULL, owner_uid = NULL, marathon_id = '', shown_until = '', reason = '', is_handed_on = 0
        WHERE rowid IN ${listed(ids)}`,
    ],
  }
}

/**
 * Deletes the oldest op records. They are in the order of seq, which is the order in which they were decided. A night
 * deletes more than an account can make in a day by check-ins alone (docs/operations.md).
 */
function deleteRecords({ opRecord }: Due): Step {
  return {
    name: 'opRecordsDeleted',
    rows: 10_000,
    batches: 100,
    find: (
      bad,
      rows,
    ) => sql`SELECT id FROM (SELECT op_id AS id, decided_at FROM op_record oldest WHERE op_id NOT IN ${bad}
      ORDER BY seq LIMIT ${literal(rows)}) WHERE decided_at < ${opRecord}`,
    change: (ids) => [sql`DELETE FROM op_record WHERE op_id IN ${listed(ids)}`],
  }
}

/** Deletes the rows of a table that are due. @param key its primary key */
function deleteRows(
  name: Step['name'],
  [rows, batches]: [number, number],
  table: string,
  key: string,
  isDue: SQL,
): Step {
  const [from, id] = [sql.raw(table), sql.raw(key)]
  return {
    name,
    rows,
    batches,
    find: (bad, most) =>
      sql`SELECT ${id} AS id FROM ${from} WHERE ${isDue} AND ${id} NOT IN ${bad} LIMIT ${literal(most)}`,
    // The row may have changed since the search.
    change: (ids) => [sql`DELETE FROM ${from} WHERE ${id} IN ${listed(ids)} AND ${isDue}`],
  }
}

/**
 * Deletes staff who were removed as long ago as the tombstones that are stripped, and the staff of marathons whose
 * tombstone is stripped. A phone that has not heard of its removal starts over, so the low-water mark rises
 * like there.
 */
function deleteStaff({ tombstone }: Due): Step {
  return {
    name: 'staffDeleted',
    rows: 10_000,
    batches: 3,
    find: (bad, rows) => sql`SELECT rowid AS id FROM staff
        WHERE removed_at IS NOT NULL AND removed_at < ${tombstone} AND rowid NOT IN ${bad}
      UNION ALL SELECT s.rowid AS id FROM tombstone t CROSS JOIN staff s
        ON s.marathon_id = t.id AND s.rowid NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.seq IS NULL AND s.removed_at IS NULL
      LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE clock SET floor = max(floor,
        coalesce((SELECT max(seq) FROM staff WHERE rowid IN ${listed(ids)} AND removed_at IS NOT NULL), 0)) WHERE id = 1`,
      // Somebody who was invited again since the search stays.
      sql`DELETE FROM staff WHERE rowid IN ${listed(ids)} AND (removed_at IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = staff.marathon_id))`,
    ],
  }
}

/**
 * Deletes the notices of marathons whose entrants' contact data is erased, and as long after the deletion of a marathon
 * the one that told it. Phones are told by tombstones.
 */
function deleteNotices({ contact, nowMs }: Due): Step {
  const at = new Date(nowMs).toISOString()
  return {
    name: 'noticesDeleted',
    rows: 10_000,
    batches: 3,
    find: (bad, rows) => sql`SELECT id FROM (SELECT o.rowid AS id, o.seq FROM marathon m CROSS JOIN notice o
        ON o.marathon_id = m.id AND o.rowid NOT IN ${bad} WHERE m.start_date < ${contact}
      UNION SELECT o.rowid, o.seq FROM tombstone t INDEXED BY tombstone_contacts CROSS JOIN notice o
        ON o.marathon_id = t.id AND o.rowid NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${contact})
      ORDER BY seq LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE clock SET seq = seq + ${ids.length} WHERE id = 1`,
      sql`INSERT INTO tombstone (type, id, owner_uid, marathon_id, deleted_at, seq)
        SELECT 'notice', o.id, o.to_uid, iif(o.to_uid IS NULL, o.marathon_id, ''), ${at},
          (SELECT seq FROM clock) - ${ids.length} + e.key + 1
        FROM json_each(${JSON.stringify(ids)}) e CROSS JOIN notice o ON o.rowid = e.value WHERE ${isStillDue('o', contact)}`,
      sql`DELETE FROM notice WHERE rowid IN ${listed(ids)} AND ${isStillDue('notice', contact)}`,
    ],
  }
}

/**
 * Forgets the addresses of accounts that get no mail any more: without an entry that has contact data, and staff
 * nowhere. The next login notes the address again, and whoever applies has logged in within a day. What ended the mail
 * to an address stays with it.
 */
function forgetAddresses(): Step {
  const isNeeded = (alias: string) => sql`(EXISTS (SELECT 1 FROM application a
      WHERE a.owner_uid = ${sql.identifier(alias)}.uid AND a.erased_at IS NULL)
    OR EXISTS (SELECT 1 FROM staff s WHERE s.uid = ${sql.identifier(alias)}.uid AND s.removed_at IS NULL))`
  return {
    name: 'addressesForgotten',
    rows: 10_000,
    batches: 1,
    find: (bad, rows) => sql`SELECT c.uid AS id FROM account c WHERE c.email > '' AND c.mail_ended IS NULL
      AND c.uid NOT IN ${bad} AND NOT ${isNeeded('c')} LIMIT ${literal(rows)}`,
    change: (ids) => [
      sql`UPDATE account SET email = '', language = '' WHERE uid IN ${listed(ids)} AND NOT ${isNeeded('account')}`,
    ],
  }
}

/**
 * Sets `past` on marathons that have left the 30-day window. The rows get no new seq, because the pull does not return
 * `past`. The flag saves a pull from nothing from reading all old marathons.
 */
function markPast({ pullCutoff }: Due): Step {
  return {
    name: 'leftThePull',
    rows: 1000,
    batches: 19,
    find: (bad, rows) =>
      sql`SELECT id FROM marathon WHERE past = 0 AND shown_until < ${pullCutoff} AND id NOT IN ${bad} LIMIT ${literal(rows)}`,
    // The marathon may have been moved to a later day since the search.
    change: (ids) => [sql`UPDATE marathon SET past = 1 WHERE id IN ${listed(ids)} AND shown_until < ${pullCutoff}`],
  }
}
