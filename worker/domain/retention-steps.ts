import { type SQL, sql } from 'drizzle-orm'
import { isClash, WITHOUT_CLASH } from './verdict-text.ts'

const STEPS = [
  'contactsErased',
  'clashesStripped',
  'tombstonesStripped',
  'opRecordsDeleted',
  'budgetsDeleted',
  'leftThePull',
] as const

/** One thing that the nightly run forgets. Each runs for itself: a failing step keeps no other from its work. */
export interface Step {
  name: (typeof STEPS)[number]
  /** Rows of one batch, and most batches of one night. All steps together stay below D1's 1,000 queries a run. */
  rows: number
  batches: number
  /** Selects the `id` of at most `rows` rows that are due, without those in `bad`. */
  find: (bad: SQL, rows: number) => SQL
  /** Statements of one transaction that deal with the rows of these ids. Running them again changes nothing. */
  change: (ids: (string | number)[]) => SQL[]
}

/** The instants that the steps go by, ISO 8601 but for `nowMs`. */
export interface Due {
  nowMs: number
  /** Entrants of events that started before are erased. */
  contact: string
  clash: string
  tombstone: string
  opRecord: string
  /** The start of the window of everybody's pull. */
  window: string
}

/** The steps of a night, what matters most first. */
export function retentionSteps(due: Due): Step[] {
  return [
    eraseContacts(due),
    stripClashes(due),
    stripTombstones(due),
    deleteOpRecords(due),
    deleteBudgets(due),
    markPast(due),
  ]
}

const listed = (ids: (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/**
 * Erases what applications to long past events say about people. The row and the event's count stay; the row takes
 * a new seq, so that phones erase it too, and a new ver, so that an edit under way is decided again.
 * An event that was deleted started when the runner's copy says.
 */
function eraseContacts({ contact, nowMs }: Due): Step {
  return {
    name: 'contactsErased',
    rows: 1000,
    batches: 60,
    find: (bad, rows) => sql`SELECT id FROM (SELECT a.id FROM marathon m CROSS JOIN application a
        ON a.marathon_id = m.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE m.start_date < ${contact} LIMIT ${rows})
      UNION ALL SELECT id FROM (SELECT a.id FROM tombstone t CROSS JOIN application a
        ON a.marathon_id = t.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE t.type = 'marathon' AND a.start_date < ${contact} LIMIT ${rows})
      LIMIT ${rows}`,
    change: (ids) => [
      sql`UPDATE clock SET seq = seq + ${ids.length} WHERE id = 1`,
      sql`UPDATE application SET first_name = '', last_name = '', phone_number = '', additional_info = '', email = '',
        location = '', description = '', image = '', person_key = char(10) || application.id, erased_at = ${new Date(nowMs).toISOString()},
        ver = ver + 1, seq = (SELECT seq FROM clock) - ${ids.length} + e.key + 1
      FROM json_each(${JSON.stringify(ids)}) e WHERE application.id = e.value AND application.erased_at IS NULL`,
      sql`UPDATE op_record SET verdict = ${WITHOUT_CLASH} WHERE target_id IN ${listed(ids)} AND ${isClash}`,
    ],
  }
}

/** Takes the texts of old clashes out of their verdicts, whatever became of the row that they were about. */
function stripClashes({ clash }: Due): Step {
  return {
    name: 'clashesStripped',
    rows: 1000,
    batches: 60,
    find: (bad, rows) => sql`SELECT op_id AS id FROM op_record
      WHERE decided_at < ${clash} AND ${isClash} AND op_id NOT IN ${bad} LIMIT ${rows}`,
    change: (ids) => [sql`UPDATE op_record SET verdict = ${WITHOUT_CLASH} WHERE op_id IN ${listed(ids)}`],
  }
}

/**
 * Strips tombstones to `type` and `id`, so that an id stays gone for ever and nothing else is kept of the row.
 * The floor rises to their newest seq in the same transaction: a phone that has not heard of them starts over.
 */
function stripTombstones({ tombstone }: Due): Step {
  return {
    name: 'tombstonesStripped',
    rows: 1000,
    batches: 60,
    find: (bad, rows) => sql`SELECT rowid AS id FROM tombstone
      WHERE seq IS NOT NULL AND deleted_at < ${tombstone} AND rowid NOT IN ${bad} ORDER BY deleted_at LIMIT ${rows}`,
    change: (ids) => [
      sql`UPDATE clock SET floor = max(floor,
        coalesce((SELECT max(seq) FROM tombstone WHERE rowid IN ${listed(ids)}), 0)) WHERE id = 1`,
      sql`UPDATE tombstone SET seq = NULL, owner_uid = '', organiser_uid = '', shown_until = ''
        WHERE rowid IN ${listed(ids)}`,
    ],
  }
}

function deleteOpRecords({ opRecord }: Due): Step {
  return {
    name: 'opRecordsDeleted',
    // More than all limits together let a hundred accounts make in a day (docs/operations.md).
    rows: 10_000,
    batches: 100,
    find: (bad, rows) =>
      sql`SELECT op_id AS id FROM op_record WHERE decided_at < ${opRecord} AND op_id NOT IN ${bad} LIMIT ${rows}`,
    change: (ids) => [sql`DELETE FROM op_record WHERE op_id IN ${listed(ids)}`],
  }
}

/** Forgets accounts that have paid off all that they did. */
function deleteBudgets({ nowMs }: Due): Step {
  return {
    name: 'budgetsDeleted',
    rows: 1000,
    batches: 20,
    find: (bad, rows) =>
      sql`SELECT uid AS id FROM op_budget WHERE spent_until < ${nowMs} AND uid NOT IN ${bad} LIMIT ${rows}`,
    change: (ids) => [sql`DELETE FROM op_budget WHERE uid IN ${listed(ids)} AND spent_until < ${nowMs}`],
  }
}

/** Nobody is told of it, so no seq moves: the flag only keeps first pulls from reading the archive. */
function markPast({ window }: Due): Step {
  return {
    name: 'leftThePull',
    rows: 1000,
    batches: 20,
    find: (bad, rows) =>
      sql`SELECT id FROM marathon WHERE past = 0 AND shown_until < ${window} AND id NOT IN ${bad} LIMIT ${rows}`,
    change: (ids) => [sql`UPDATE marathon SET past = 1 WHERE id IN ${listed(ids)}`],
  }
}
