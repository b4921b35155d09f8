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
  /** `m` marathons, `a` applications, `c` check-ins, `n` notices, `d` deletions, `x` rows past the page. */
  kind: 'm' | 'a' | 'c' | 'n' | 'd' | 'x'
  /** The page's rows in seq order are numbered from 0; part 0 holds the rows 0 to 49, part 1 the rows 50 to 99. */
  part: number
  /** The highest seq of the rows in this cell. */
  last: number
  /** What these rows take, about. */
  bytes: number
  /**
   * Of `m`, `a` and `c` the rows by column (`listsOf`), null for no rows. Of `n` and `d` JSON objects joined by commas,
   * without the brackets of an array. Of `x` null.
   */
  json: string | null
  /** Of `a` those applications that a helper gets as entrants, by column; they are not in `json`. */
  entrants: string | null
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
 * The second statement merges fifteen sources by seq: public marathons, own marathons, marathons that the account
 * applied to or helps at, own applications, entrants of own marathons and of those, check-ins at both, notices at own
 * marathons, to the account alone, at those where it helps and where it applied, deletions, and the end of the
 * account's help at a marathon. It returns more rows than a page holds, which tells `toPage` that more rows follow.
 *
 * An account that applies also gets the older notices of the marathon, although its cursor is past them. So a notice
 * counts with the seq with which the account applied where that is larger (docs/decisions/055). Such rows share one seq.
 * `rank` keeps them in one part, so that no page is cut between them, and the sum of their bytes is one too.
 *
 * `bytes` is what a row takes. The page ends before it gets too long, so that D1 never builds more than it sends.
 *
 * An example of the result, for a page of 1,000 rows that is cut:
 *
 *     kind  part  last  json                                                                entrants
 *     m     0     118   ["m-1","m-2"]⏎["Harbour Ten","Night Run"]⏎…⏎[true,false]            null
 *     a     0     121   ["a-1"]⏎…⏎[true]                                                    ["a-2"]⏎…⏎[false]
 *     d     0     119   {"type":"application","id":"a-7","at":"2027-03-05T06:40:00.000Z"}   null
 *     x     20    4711  null                                                                null
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
  // Below the account's last acceptance of an invitation a phone lacks entrants with a lower seq, so it starts over.
  const joined = sql`coalesce((SELECT max(seq) FROM helper WHERE uid = ${UID} AND revoked_at IS NULL), 0)`
  const valid = sql`(epoch = ${epoch} AND ${sent} <= seq AND ${least} >= max(floor, ${joined}))`
  // An account that has read too much gets no row: there is no seq above this one.
  const since = sql`(SELECT iif(${over}, ${literal(Number.MAX_SAFE_INTEGER)}, iif(${valid}, ${sent}, 0)) FROM clock)`
  const limit = literal(pageRows + 1)
  const most = literal(pageRows + 1 + MOST_TIES)
  // D1 binds numbers as REAL. Divided by a parameter, each row would be a part of its own.
  const rowsACell = literal(Math.min(pageRows, ROWS_A_CELL))
  const parts = Math.ceil(pageRows / ROWS_A_CELL)
  // Everybody else who gets an application here is a helper (INV-19).
  const isWhole = sql`(a.owner_uid IS ${UID} OR a.organiser_uid = ${UID})`
  // Applications one after the other, until they fill a page: 2,000 long ones would be read for 50 that fit.
  const walk = (isOf: SQL) => sql`SELECT * FROM (
    WITH RECURSIVE walk(id, seq, bytes, total) AS (SELECT '', seq, 0, 0 FROM since
      UNION ALL SELECT a.id, a.seq, ${sizeOf.application}, w.total + ${sizeOf.application}
        FROM walk w CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE ${isOf} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
        WHERE w.total <= ${literal(MAX_PAGE_BYTES)})
    SELECT 'a' AS kind, id, seq, bytes FROM walk WHERE id <> '' LIMIT ${limit})`
  const clock = sql`SELECT epoch, seq, NOT ${valid} AS reset, ${readUntil} AS readUntil FROM clock`
  const rows = sql`
    WITH since(seq) AS MATERIALIZED ${since},
    applied(marathon_id, seq) AS MATERIALIZED (
      SELECT marathon_id, min(joined_seq) FROM application WHERE owner_uid = ${UID} GROUP BY marathon_id),
    seen AS (
      SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'm' AS kind, id, seq, ${sizeOf.marathon} AS bytes FROM marathon m
          WHERE past = 0 AND seq > (SELECT seq FROM since) AND shown_until >= ${cutoff} ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', id, seq, ${sizeOf.marathon} FROM marathon m
          WHERE owner_uid = ${UID} AND seq > (SELECT seq FROM since) ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM applied a CROSS JOIN marathon m ON m.id = a.marathon_id
          WHERE m.seq > (SELECT seq FROM since) ORDER BY m.seq LIMIT ${limit})
        UNION SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM helper h JOIN marathon m ON m.id = h.marathon_id
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL AND m.seq > (SELECT seq FROM since))
      UNION SELECT kind, id, seq, bytes FROM (
        ${walk(sql`b.owner_uid = ${UID}`)}
        UNION ${walk(sql`b.organiser_uid = ${UID} AND EXISTS (SELECT 1 FROM marathon WHERE id = b.marathon_id)`)}
        UNION SELECT 'a', a.id, a.seq, iif(${isWhole}, ${sizeOf.application}, ${sizeOf.entrant}) FROM helper h JOIN marathon m ON m.id = h.marathon_id
          CROSS JOIN application a ON a.rowid IN (SELECT e.rowid FROM application e
            WHERE e.marathon_id = h.marathon_id AND e.seq > (SELECT seq FROM since) ORDER BY e.seq LIMIT ${limit})
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL)
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'c' AS kind, c.id, c.seq, ${sizeOf.checkIn} AS bytes FROM check_in c
          WHERE c.organiser_uid = ${UID} AND c.seq > (SELECT seq FROM since) ORDER BY c.seq LIMIT ${limit})
        UNION SELECT 'c', c.id, c.seq, ${sizeOf.checkIn} FROM helper h CROSS JOIN check_in c ON c.rowid IN (SELECT e.rowid FROM check_in e
            WHERE e.marathon_id = h.marathon_id AND e.seq > (SELECT seq FROM since) ORDER BY e.seq LIMIT ${limit})
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL)
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'n' AS kind, o.id, o.seq, ${sizeOf.notice} AS bytes FROM notice o
          WHERE o.organiser_uid = ${UID} AND o.to_uid IS NULL AND o.seq > (SELECT seq FROM since) ORDER BY o.seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'n', o.id, o.seq, ${sizeOf.notice} FROM notice o
          WHERE o.to_uid = ${UID} AND o.seq > (SELECT seq FROM since) ORDER BY o.seq LIMIT ${limit})
        UNION SELECT 'n', o.id, o.seq, ${sizeOf.notice} FROM helper h CROSS JOIN notice o ON o.marathon_id = h.marathon_id
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL AND o.to_uid IS NULL AND o.seq > (SELECT seq FROM since)
        UNION SELECT * FROM (SELECT 'n', o.id, max(o.seq, a.seq) AS seq, ${sizeOf.notice} FROM applied a
          CROSS JOIN notice o ON o.marathon_id = a.marathon_id
          WHERE o.to_uid IS NULL AND o.seq > (SELECT iif(a.seq > seq, 0, seq) FROM since) ORDER BY 3 LIMIT ${most}))
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'd' || t.type AS kind, t.id, t.seq, ${sizeOf.deletion} AS bytes FROM tombstone t
          WHERE t.seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0
            AND (t.owner_uid = ${UID} OR t.organiser_uid = ${UID}
              OR iif(t.type = 'marathon', t.id, t.marathon_id) IN
                (SELECT marathon_id FROM helper WHERE uid = ${UID} AND revoked_at IS NULL)
              OR (t.type = 'marathon' AND (t.shown_until >= ${cutoff}
                OR t.id IN (SELECT marathon_id FROM applied)))
              OR (t.type = 'notice' AND t.marathon_id IN (SELECT marathon_id FROM applied)))
          ORDER BY t.seq LIMIT ${limit})
        UNION SELECT 'h', marathon_id, seq, ${sizeOf.deletion} FROM helper WHERE uid = ${UID} AND revoked_at IS NOT NULL
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
        CROSS JOIN application a ON a.id = e.value WHERE ${isWhole} HAVING count(*) > 0)
      WHEN 'c' THEN (SELECT ${listsOf(SYNC_FIELDS.checkIns)} FROM json_each(c.ids) e CROSS JOIN check_in c ON c.id = e.value)
      WHEN 'n' THEN (SELECT group_concat(${jsonOf.syncNotice}) FROM json_each(c.ids) e CROSS JOIN notice o ON o.id = e.value)
      WHEN 'h' THEN (SELECT group_concat(json_object('type', 'helper', 'id', h.marathon_id, 'at', h.revoked_at))
        FROM json_each(c.ids) e CROSS JOIN helper h ON h.marathon_id = e.value AND h.uid = ${UID})
      ELSE (SELECT group_concat(json_object('type', t.type, 'id', t.id, 'at', t.deleted_at))
        FROM json_each(c.ids) e CROSS JOIN tombstone t ON t.type = substr(c.kind, 2) AND t.id = e.value) END AS json,
      CASE c.kind WHEN 'a' THEN (SELECT ${listsOf(SYNC_FIELDS.entrants)} FROM json_each(c.ids) e
        CROSS JOIN application a ON a.id = e.value WHERE NOT ${isWhole} HAVING count(*) > 0) END AS entrants
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
