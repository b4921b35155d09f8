import { sql } from 'drizzle-orm'
import { MAX_NOTICES, MAX_SYSTEM_NOTICES } from '../../contract/limits.ts'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import { literal, type Template, templateOf } from '../db/client.ts'
import { ROWS_A_CELL } from '../db/d1-limits.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { latestRead, readerOf } from './read-budget.ts'
import { visibleRows } from './visible-rows.ts'
import { jsonOf, listsOf, MAX_PAGE_BYTES, SYNC_FIELDS, UID } from './wire.ts'

/**
 * Most rows that have one seq in a pull: an application, its result, and the notices that its account may see since it
 * applied. A page is not cut between them.
 */
const MOST_TIES = MAX_NOTICES + MAX_SYSTEM_NOTICES + 2

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
  /** `past` are rows past the page. */
  kind:
    | 'marathon'
    | 'application'
    | 'entrant'
    | 'checkIn'
    | 'recording'
    | 'ruling'
    | 'staff'
    | 'ownResult'
    | 'notice'
    | 'deleted'
    | 'past'
  /** The page's rows in seq order are numbered from 0; part 0 holds the rows 0 to 49, part 1 the rows 50 to 99. */
  part: number
  /** The highest seq of the rows in this cell. */
  last: number
  /** What these rows take, about. */
  bytes: number
  /**
   * Of marathons, applications, entrants, check-ins, recordings, rulings, staff and own results the rows by column
   * (`listsOf`). Of notices and deletions JSON objects joined by commas, without the brackets of an array.
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
 * The second statement merges its sources by seq (`visibleRows`). It returns more rows than a page holds, which tells
 * `toPage` that more rows follow.
 *
 * An account that applies also gets the older notices of the marathon, although its cursor is past them. So a notice
 * counts with the seq with which the account applied where that is larger (docs/decisions/055). Such rows share one seq.
 * `rank` keeps them in one part, so that no page is cut between them, and the sum of their bytes is one too.
 *
 * `bytes` is what a row takes. The page ends before it gets too long, so that D1 never builds more than it sends.
 *
 * An example of the result, for a page of 1,000 rows that is cut:
 *
 *     kind         part  last  json
 *     marathon     0     118   ["m-1","m-2"]⏎["Harbour Ten","Night Run"]⏎…⏎[true,false]
 *     application  0     120   ["a-1"]⏎…⏎[true]
 *     entrant      0     121   ["a-2"]⏎…⏎[false]
 *     deleted      0     119   {"type":"application","id":"a-7","at":"2027-03-05T06:40:00.000Z"}
 *     past         20    4711  null
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
  const [epoch, sent, least] = [sql.placeholder('epoch'), sql.placeholder('sent'), sql.placeholder('least')]
  const readUntil = sql`coalesce((SELECT spent_until FROM op_budget WHERE uid = +${sql.placeholder('reader')}), 0)`
  const over = sql`${readUntil} > ${sql.placeholder('mayReadUntil')}`
  // A phone whose cursor is from before the account got its view of a marathon lacks rows, or has too many fields of
  // them. So it starts over.
  const joined = sql`EXISTS (SELECT 1 FROM staff
    WHERE uid = ${UID} AND view_seq > +${least} AND removed_at IS NULL)`
  const valid = sql`(epoch = ${epoch} AND ${sent} <= seq AND ${least} >= floor AND NOT ${joined})`
  // An account that has read too much gets no row: there is no seq above this one.
  const since = sql`(SELECT iif(${over}, ${literal(Number.MAX_SAFE_INTEGER)}, iif(${valid}, ${sent}, 0)) FROM clock)`
  const most = literal(pageRows + 1 + MOST_TIES)
  // D1 binds numbers as REAL. Divided by a parameter, each row would be a part of its own.
  const rowsACell = literal(Math.min(pageRows, ROWS_A_CELL))
  const parts = literal(Math.ceil(pageRows / ROWS_A_CELL))
  const fits = sql`part < ${parts} AND (total <= ${literal(MAX_PAGE_BYTES)} OR seq = first)`
  const clock = sql`SELECT epoch, seq, NOT ${valid} AS reset, ${readUntil} AS readUntil FROM clock`
  const rows = sql`
    WITH since(seq) AS MATERIALIZED ${since},
    staffed(marathon_id, role, seq, total) AS MATERIALIZED (SELECT s.marathon_id, s.role, since.seq, 0
      FROM since CROSS JOIN staff s WHERE s.uid = ${UID} AND s.removed_at IS NULL),
    news(marathon_id, role, seq, total) AS MATERIALIZED (SELECT * FROM staffed s WHERE ${HAS_NEWS}),
    applied(marathon_id, seq) AS MATERIALIZED (
      SELECT marathon_id, min(joined_seq) FROM application WHERE owner_uid = ${UID} GROUP BY marathon_id),
    seen AS (${visibleRows(literal(pageRows + 1), most)} ORDER BY seq LIMIT ${most}),
    numbered AS (SELECT kind, id, seq, bytes, (rank() OVER (ORDER BY seq) - 1) / ${rowsACell} AS part,
      sum(bytes) OVER (ORDER BY seq) AS total, min(seq) OVER () AS first FROM seen),
    cells AS (SELECT iif(${fits}, kind, 'past') AS kind, part, max(seq) AS last, sum(bytes) AS bytes,
      json_group_array(id) AS ids FROM numbered GROUP BY 1, 2)
    SELECT iif(kind LIKE 'deleted %', 'deleted', kind) AS kind, part, last, bytes, ${PACKED} AS json
    FROM cells ORDER BY 2`
  return [templateOf(clock), templateOf(rows)]
}

/** SQL: has the marathon `s` of the account new rows for its staff? It is asked once, and four sources read no others. */
const HAS_NEWS = sql.raw(
  [
    ...['application b WHERE true', 'recording b WHERE true', 'ruling b WHERE true', 'staff b WHERE true'],
    'notice b WHERE b.to_uid IS NULL',
  ]
    .map((rows) => `EXISTS (SELECT 1 FROM ${rows} AND b.marathon_id = s.marathon_id AND b.seq > s.seq)`)
    .join(' OR '),
)

/** SQL for the rows of a cell, by column or as JSON objects. */
const PACKED = sql`CASE kind
  WHEN 'past' THEN NULL
  WHEN 'marathon' THEN (SELECT ${listsOf(SYNC_FIELDS.marathons)}
    FROM json_each(ids) e CROSS JOIN marathon m ON m.id = e.value)
  WHEN 'application' THEN (SELECT ${listsOf(SYNC_FIELDS.applications)}
    FROM json_each(ids) e CROSS JOIN application a ON a.id = e.value)
  WHEN 'entrant' THEN (SELECT ${listsOf(SYNC_FIELDS.entrants)}
    FROM json_each(ids) e CROSS JOIN application a ON a.id = e.value)
  WHEN 'checkIn' THEN (SELECT ${listsOf(SYNC_FIELDS.checkIns)}
    FROM json_each(ids) e CROSS JOIN recording c ON c.id = e.value)
  WHEN 'recording' THEN (SELECT ${listsOf(SYNC_FIELDS.recordings)}
    FROM json_each(ids) e CROSS JOIN recording c ON c.id = e.value)
  WHEN 'ruling' THEN (SELECT ${listsOf(SYNC_FIELDS.rulings)}
    FROM json_each(ids) e CROSS JOIN ruling q ON q.id = e.value)
  WHEN 'ownResult' THEN (SELECT ${listsOf(SYNC_FIELDS.ownResults)}
    FROM json_each(ids) e CROSS JOIN result r ON r.id = e.value)
  WHEN 'staff' THEN (SELECT ${listsOf(SYNC_FIELDS.staff)}
    FROM json_each(ids) e CROSS JOIN staff f ON f.id = e.value)
  WHEN 'notice' THEN (SELECT group_concat(${jsonOf.syncNotice})
    FROM json_each(ids) e CROSS JOIN notice o ON o.id = e.value)
  WHEN 'deleted hidden' THEN (SELECT group_concat(json_object('type', 'marathon', 'id', h.id, 'at', h.hidden_at))
    FROM json_each(ids) e CROSS JOIN marathon h ON h.id = e.value)
  WHEN 'deleted removed' THEN (SELECT group_concat(json_object('type', 'staff', 'id', f.id, 'at', f.removed_at))
    FROM json_each(ids) e CROSS JOIN staff f ON f.id = e.value)
  WHEN 'deleted role' THEN (
    SELECT group_concat(json_object('type', 'role', 'id', s.marathon_id, 'at', s.removed_at))
    FROM json_each(ids) e CROSS JOIN staff s ON s.marathon_id = e.value AND s.uid = ${UID})
  ELSE (SELECT group_concat(rtrim(json_object('type', t.type, 'id', t.id, 'at', t.deleted_at), '}')
      || iif(t.is_handed_on, ',"isHandedOn":true', '')
      || iif(t.reason <> '' AND t.marathon_id IN (SELECT s.marathon_id FROM staffed s WHERE s.role IN ${sql.raw(rolesSql('organise'))}),
        ',"reason":' || json_quote(t.reason), '') || '}')
    FROM json_each(ids) e CROSS JOIN tombstone t ON t.type = substr(cells.kind, 9) AND t.id = e.value) END`

/** Reads a cursor, whose form the request's schema has checked. Null stands for the start of everything. */
export function parseCursor(cursor: string | null): Cursor {
  if (cursor === null) return { epoch: '', sent: 0, began: 0 }
  const dot = cursor.lastIndexOf('.')
  const [epoch = '', began] = cursor.slice(0, dot).split('-')
  return { epoch, sent: Number(cursor.slice(dot + 1)), began: Number(began) || 0 }
}
