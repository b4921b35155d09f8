import { type SQL, sql } from 'drizzle-orm'
import { MAX_NOTICES, MAX_SYSTEM_NOTICES } from '../../contract/limits.ts'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import { literal, type Template, templateOf } from '../db/client.ts'
import { ROWS_A_CELL } from '../db/d1-limits.ts'
import { latestRead, readerOf } from './read-budget.ts'
import { jsonOf, listsOf, MAX_PAGE_BYTES, SYNC_FIELDS, sizeOf, UID } from './wire.ts'

/**
 * Most rows that have one seq in a pull: an application, and the notices that its account may see since it applied.
 * A page is not cut between them.
 */
const MOST_TIES = MAX_NOTICES + MAX_SYSTEM_NOTICES + 1

/** A row of the first statement: the clock. */
export interface ClockRow {
  epoch: string
  seq: number
  /** 1 if the cursor is not valid and the pull starts over. */
  reset: 0 | 1
  /** Until when the account's reads are paid off, ms since the epoch; 0 for one that has read little. */
  readUntil: number
}

/** A row of the second statement: all rows of one kind in one part of the page. */
export interface PackedRows {
  /** `m` marathons, `a` applications, `e` entrants, `c` check-ins, `n` notices, `d` deletions, `x` rows past the page. */
  kind: 'm' | 'a' | 'e' | 'c' | 'n' | 'd' | 'x'
  /** The page's rows in seq order are numbered from 0; part 0 holds the rows 0 to 49, part 1 the rows 50 to 99. */
  part: number
  /** The highest seq of the rows in this cell. */
  last: number
  /** What these rows take, about. */
  bytes: number
  /**
   * Of `m`, `a`, `e` and `c` the rows by column (`listsOf`). Of `n` and `d` JSON objects joined by commas, without the
   * brackets of an array. Of `x` null.
   */
  json: string | null
}

/** The parts of a cursor, see `pullStatements`. */
interface Cursor {
  epoch: string
  /** The phone has every visible row up to this seq. 0 for no cursor. */
  sent: number
  /** The clock's seq when a pull from nothing started. 0 unless the cursor is in the middle of one. */
  began: number
}

/**
 * The two statements that read a page: the clock (one `ClockRow`), and the changed rows (`PackedRows`).
 *
 * The second statement merges eleven sources by seq: public marathons, those where the account is staff and those that
 * it applied to; own applications, and the entrants where it is staff; check-ins there; notices there, to the account
 * alone and where it applied; deletions, and the end of the account's help at a marathon. It returns more rows than a
 * page holds, which tells `toPage` that more rows follow.
 *
 * An account that applies also gets the older notices of the marathon, although its cursor is past them. So a notice
 * counts with the seq with which the account applied where that is larger (docs/decisions/055). Such rows share one seq.
 * `rank` keeps them in one part, so that no page is cut between them, and the sum of their bytes is one too.
 *
 * `bytes` is what a row takes. The page ends before it gets too long, so that D1 never builds more than it sends.
 *
 * An example of the result, for a page of 1,000 rows that is cut:
 *
 *     kind  part  last  json
 *     m     0     118   ["m-1","m-2"]⏎["Harbour Ten","Night Run"]⏎…⏎[true,false]
 *     a     0     120   ["a-1"]⏎…⏎[true]
 *     e     0     121   ["a-2"]⏎…⏎[false]
 *     d     0     119   {"type":"application","id":"a-7","at":"2027-03-05T06:40:00.000Z"}
 *     x     20    4711  null
 *
 * The last row is row number 1000, the one past the page, and so of part 20.
 * The result is in the order of `part`; the kinds within a part have no order.
 * @param cursor the phone's cursor; null for a pull from nothing
 * @param rows the most rows of the page: a multiple of `ROWS_A_CELL`, or fewer than that
 * @param now ms since the epoch
 */
export function pullSources(
  d1: D1Database,
  uid: string,
  cursor: string | null,
  rows: number,
  now: number,
  isLimited: boolean,
) {
  const { epoch, sent, began } = parseCursor(cursor)
  const reader = { reader: readerOf(uid), mayReadUntil: isLimited ? latestRead(now) : Number.MAX_SAFE_INTEGER }
  const values = { uid, epoch, sent, least: Math.max(sent, began), cutoff: pastMarathonCutoff(now), ...reader }
  return templatesFor(rows).map((template) => template(d1, values))
}

/** The templates by the rows of a page, of which there are at most MAX_PULL_PAGE_ROWS / ROWS_A_CELL + 1. */
const templates = new Map<number, Template[]>()

function templatesFor(rows: number): Template[] {
  const known = templates.get(rows) ?? pullTemplates(rows)
  templates.set(rows, known)
  return known
}

/** The values of the placeholders are those of `pullSources`. */
function pullTemplates(pageRows: number): Template[] {
  const cutoff = sql.placeholder('cutoff')
  const [epoch, sent, least] = [sql.placeholder('epoch'), sql.placeholder('sent'), sql.placeholder('least')]
  const readUntil = sql`coalesce((SELECT spent_until FROM op_budget WHERE uid = +${sql.placeholder('reader')}), 0)`
  const over = sql`${readUntil} > ${sql.placeholder('mayReadUntil')}`
  // A phone whose cursor is from before the account became staff lacks the rows of before, so it starts over. Of a
  // marathon that the account made, there are none.
  const joined = sql`EXISTS (SELECT 1 FROM staff
    WHERE uid = ${UID} AND staff.seq > +${least} AND removed_at IS NULL AND id <> marathon_id)`
  const valid = sql`(epoch = ${epoch} AND ${sent} <= seq AND ${least} >= floor AND NOT ${joined})`
  // An account that has read too much gets no row: there is no seq above this one.
  const since = sql`(SELECT iif(${over}, ${literal(Number.MAX_SAFE_INTEGER)}, iif(${valid}, ${sent}, 0)) FROM clock)`
  const limit = literal(pageRows + 1)
  const most = literal(pageRows + 1 + MOST_TIES)
  // D1 binds numbers as REAL. Divided by a parameter, each row would be a part of its own.
  const rowsACell = literal(Math.min(pageRows, ROWS_A_CELL))
  const parts = Math.ceil(pageRows / ROWS_A_CELL)
  // Everybody else who gets an application here is a helper (INV-19).
  const isWhole = sql`w.role = 'owner' OR a.owner_uid IS ${UID}`
  // The rows of the marathons where the account is staff, in the order of seq, and no more than fill a page: the queue has
  // one row of each marathon, and a step takes the first and puts the marathon's next row into it. So a marathon without
  // news costs a search in an index.
  const ofStaff = (table: 'application a' | 'check_in c' | 'notice o', kind: SQL, bytes: SQL, isOf = sql``) => {
    const [name, row] = table.split(' ').map((word) => sql.raw(word)) as [SQL, SQL]
    const step = (
      from: SQL,
    ) => sql`SELECT w.marathon_id, w.role, ${row}.seq, ${row}.id, ${kind}, ${bytes}, w.total + ${bytes}
      FROM ${from} w CROSS JOIN ${name} ${row} ON ${row}.rowid = (SELECT b.rowid FROM ${name} b
        WHERE b.marathon_id = w.marathon_id ${isOf} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
      WHERE w.total <= ${literal(MAX_PAGE_BYTES)} AND EXISTS (SELECT 1 FROM marathon m WHERE m.id = ${row}.marathon_id)`
    return sql`SELECT * FROM (
      WITH RECURSIVE walk(marathon_id, role, seq, id, kind, bytes, total) AS (
        ${step(sql`staffed`)} UNION ALL ${step(sql`walk`)} ORDER BY 3 LIMIT ${limit})
      SELECT kind, id, seq, bytes FROM walk)`
  }
  // Own applications one after the other, until they fill a page: 2,000 long ones would be read for 50 that fit.
  const own = sql`SELECT * FROM (
    WITH RECURSIVE walk(id, seq, bytes, total) AS (SELECT '', seq, 0, 0 FROM since
      UNION ALL SELECT a.id, a.seq, ${sizeOf.application}, w.total + ${sizeOf.application}
        FROM walk w CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE b.owner_uid = ${UID} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
        WHERE w.total <= ${literal(MAX_PAGE_BYTES)})
    SELECT 'a' AS kind, id, seq, bytes FROM walk WHERE id <> '' LIMIT ${limit})`
  const clock = sql`SELECT epoch, seq, NOT ${valid} AS reset, ${readUntil} AS readUntil FROM clock`
  const rows = sql`
    WITH since(seq) AS MATERIALIZED ${since},
    staffed(marathon_id, role, seq, total) AS MATERIALIZED (SELECT s.marathon_id, s.role, since.seq, 0
      FROM since CROSS JOIN staff s WHERE s.uid = ${UID} AND s.removed_at IS NULL),
    applied(marathon_id, seq) AS MATERIALIZED (
      SELECT marathon_id, min(joined_seq) FROM application WHERE owner_uid = ${UID} GROUP BY marathon_id),
    seen AS (
      SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'm' AS kind, id, seq, ${sizeOf.marathon} AS bytes FROM marathon m
          WHERE past = 0 AND seq > (SELECT seq FROM since) AND shown_until >= ${cutoff} ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM staffed s CROSS JOIN marathon m
          ON m.rowid = (SELECT n.rowid FROM marathon n INDEXED BY marathon_id_seq WHERE n.id = s.marathon_id AND n.seq > s.seq)
          ORDER BY m.seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM applied a CROSS JOIN marathon m ON m.id = a.marathon_id
          WHERE m.seq > (SELECT seq FROM since) ORDER BY m.seq LIMIT ${limit}))
      UNION SELECT kind, id, seq, bytes FROM (
        ${own} UNION ${ofStaff('application a', sql`iif(${isWhole}, 'a', 'e')`, sql`iif(${isWhole}, ${sizeOf.application}, ${sizeOf.entrant})`)})
      UNION ${ofStaff('check_in c', sql`'c'`, sizeOf.checkIn)}
      UNION SELECT kind, id, seq, bytes FROM (
        ${ofStaff('notice o', sql`'n'`, sizeOf.notice, sql`AND b.to_uid IS NULL`)}
        UNION SELECT * FROM (SELECT 'n', o.id, o.seq, ${sizeOf.notice} FROM notice o
          WHERE o.to_uid = ${UID} AND o.seq > (SELECT seq FROM since) ORDER BY o.seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'n', o.id, max(o.seq, a.seq) AS seq, ${sizeOf.notice} FROM applied a
          CROSS JOIN notice o ON o.marathon_id = a.marathon_id
          WHERE o.to_uid IS NULL AND o.seq > (SELECT iif(a.seq > seq, 0, seq) FROM since) ORDER BY 3 LIMIT ${most}))
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'd' || t.type AS kind, t.id, t.seq, ${sizeOf.deletion} AS bytes FROM tombstone t
          WHERE t.seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0
            AND (t.owner_uid = ${UID} OR iif(t.type = 'marathon', t.id, t.marathon_id) IN (SELECT marathon_id FROM staffed)
              OR (t.type = 'marathon' AND (t.shown_until >= ${cutoff}
                OR t.id IN (SELECT marathon_id FROM applied)))
              OR (t.type = 'notice' AND t.marathon_id IN (SELECT marathon_id FROM applied)))
          ORDER BY t.seq LIMIT ${limit})
        UNION SELECT 'h', marathon_id, seq, ${sizeOf.deletion} FROM staff WHERE uid = ${UID} AND removed_at IS NOT NULL
          AND seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0)
      ORDER BY seq LIMIT ${most}
    ), numbered AS (SELECT kind, id, seq, bytes, (rank() OVER (ORDER BY seq) - 1) / ${rowsACell} AS part,
      sum(bytes) OVER (ORDER BY seq) AS total, min(seq) OVER () AS first FROM seen),
    cells AS (SELECT iif(part < ${literal(parts)} AND (total <= ${literal(MAX_PAGE_BYTES)} OR seq = first), kind, 'x') AS kind,
        part, max(seq) AS last, sum(bytes) AS bytes, json_group_array(id) AS ids
      FROM numbered GROUP BY 1, 2)
    SELECT iif(c.kind = 'h', 'd', substr(c.kind, 1, 1)) AS kind, part, last, bytes, CASE c.kind
      WHEN 'x' THEN NULL
      WHEN 'm' THEN (SELECT ${listsOf(SYNC_FIELDS.marathons)} FROM json_each(c.ids) e CROSS JOIN marathon m ON m.id = e.value)
      WHEN 'a' THEN (SELECT ${listsOf(SYNC_FIELDS.applications)} FROM json_each(c.ids) e
        CROSS JOIN application a ON a.id = e.value)
      WHEN 'e' THEN (SELECT ${listsOf(SYNC_FIELDS.entrants)} FROM json_each(c.ids) e
        CROSS JOIN application a ON a.id = e.value)
      WHEN 'c' THEN (SELECT ${listsOf(SYNC_FIELDS.checkIns)} FROM json_each(c.ids) e CROSS JOIN check_in c ON c.id = e.value)
      WHEN 'n' THEN (SELECT group_concat(${jsonOf.syncNotice}) FROM json_each(c.ids) e CROSS JOIN notice o ON o.id = e.value)
      WHEN 'h' THEN (SELECT group_concat(json_object('type', 'helper', 'id', s.marathon_id, 'at', s.removed_at))
        FROM json_each(c.ids) e CROSS JOIN staff s ON s.marathon_id = e.value AND s.uid = ${UID})
      ELSE (SELECT group_concat(json_object('type', t.type, 'id', t.id, 'at', t.deleted_at))
        FROM json_each(c.ids) e CROSS JOIN tombstone t ON t.type = substr(c.kind, 2) AND t.id = e.value) END AS json
    FROM cells c ORDER BY 2`
  return [templateOf(clock), templateOf(rows)]
}

/** Reads a cursor, whose form the request's schema has checked. Null stands for the start of everything. */
export function parseCursor(cursor: string | null): Cursor {
  if (cursor === null) return { epoch: '', sent: 0, began: 0 }
  const dot = cursor.lastIndexOf('.')
  const [epoch = '', began] = cursor.slice(0, dot).split('-')
  return { epoch, sent: Number(cursor.slice(dot + 1)), began: Number(began) || 0 }
}
