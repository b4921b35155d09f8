import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../db/client.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { MAX_PAGE_BYTES, sizeOf, UID } from './wire.ts'

// The rows that an account may see, one query a kind, each row with its kind, id, seq and bytes. They read four tables
// of the pull: `since` has the seq above which rows are read, `staffed` the marathons where the account is staff, `news`
// those of them with new rows for staff, and `applied` those that it applied to, with the seq of its first application
// there. D1 accepts five SELECTs in one UNION, so each of five groups is one.

/** SQL for the seq above which rows are read. */
const SINCE = sql`(SELECT seq FROM since)`

/** The sources of a pull, as one query. @param limit of each source @param most of the notices at applied marathons */
export function visibleRows(limit: SQL, most: SQL): SQL {
  const kinds = [marathons(limit), applications(limit), raceDay(limit), notices(limit, most), deletions(limit)]
  return sql.join(
    kinds.map((rows) => sql`SELECT kind, id, seq, bytes FROM (${rows})`),
    sql` UNION `,
  )
}

/** Public marathons, and those where the account is staff or applied. */
function marathons(limit: SQL): SQL {
  return sql`
    SELECT * FROM (SELECT 'marathon' AS kind, id, seq, ${sizeOf.marathon} AS bytes FROM marathon m
      WHERE past = 0 AND seq > ${SINCE} AND shown_until >= ${sql.placeholder('cutoff')} AND hidden_at IS NULL
      ORDER BY seq LIMIT ${limit})
    UNION SELECT * FROM (SELECT 'marathon', m.id, m.seq, ${sizeOf.marathon} FROM staffed s CROSS JOIN marathon m
      ON m.rowid = (SELECT n.rowid FROM marathon n INDEXED BY marathon_id_seq WHERE n.id = s.marathon_id AND n.seq > s.seq)
      ORDER BY m.seq LIMIT ${limit})
    UNION SELECT * FROM (SELECT 'marathon', m.id, m.seq, ${sizeOf.marathon}
      FROM applied a CROSS JOIN marathon m ON m.id = a.marathon_id
      WHERE m.seq > ${SINCE} ORDER BY m.seq LIMIT ${limit})`
}

/** Own applications and results, and the entrants where the account is staff. */
function applications(limit: SQL): SQL {
  // Everybody else who gets an application here is a helper (INV-19).
  const isWhole = sql`w.role IN ${sql.raw(rolesSql('organise'))} OR a.owner_uid IS ${UID}`
  const kind = sql`iif(${isWhole}, 'application', 'entrant')`
  const bytes = sql`iif(${isWhole}, ${sizeOf.application}, ${sizeOf.entrant})`
  return sql`${ownApplications(limit)} UNION ${ofStaff('application a', kind, bytes, limit)}
    UNION SELECT * FROM (SELECT 'ownResult', r.id, r.seq, ${sizeOf.ownResult} FROM result r
      WHERE r.owner_uid = ${UID} AND r.seq > ${SINCE} ORDER BY r.seq LIMIT ${limit})`
}

/** Own applications one after the other, until they fill a page: 2,000 long ones would be read for 50 that fit. */
function ownApplications(limit: SQL): SQL {
  return sql`SELECT * FROM (
    WITH RECURSIVE walk(id, seq, bytes, total) AS (SELECT '', seq, 0, 0 FROM since
      UNION ALL SELECT a.id, a.seq, ${sizeOf.application}, w.total + ${sizeOf.application}
        FROM walk w CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE b.owner_uid = ${UID} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
        WHERE w.total <= ${literal(MAX_PAGE_BYTES)})
    SELECT 'application' AS kind, id, seq, bytes FROM walk WHERE id <> '' LIMIT ${limit})`
}

/**
 * Where the account is staff: check-ins, what was recorded at points and ruled, and staff. Owner and organisers get all
 * rows of staff, removed ones as deletions, which a pull from nothing does not need. Others get their own row.
 */
function raceDay(limit: SQL): SQL {
  const kind = sql`iif(f.removed_at IS NULL, 'staff', 'deleted removed')`
  const isSeen = sql`AND (b.uid = ${UID} OR w.role IN ${sql.raw(rolesSql('organise'))})
    AND (b.removed_at IS NULL OR ${SINCE} > 0)`
  const isCheckIn = sql`c.kind = 'check-in'`
  const recorded = sql`iif(${isCheckIn}, 'checkIn', 'recording')`
  const size = sql`iif(${isCheckIn}, ${sizeOf.checkIn}, ${sizeOf.recording})`
  const maySee = sql`w.role IN ${sql.raw(rolesSql('time'))}`
  return sql`${ofStaff('recording c', recorded, size, limit, sql`AND (b.kind = 'check-in' OR ${maySee})`)}
    UNION ${ofStaff('ruling q', sql`'ruling'`, sizeOf.ruling, limit, sql`AND ${maySee}`)}
    UNION ${ofStaff('staff f', kind, sizeOf.staff, limit, isSeen)}`
}

/**
 * Notices where the account is staff, to the account alone, and where it applied. One from before the application counts
 * with the seq of the application. One to the account about an entry that is gone comes again with each change of its
 * marathon: a phone that let go of the marathon (hidden, or past) let go of the notice too.
 */
function notices(limit: SQL, most: SQL): SQL {
  return sql`
    ${ofStaff('notice o', sql`'notice'`, sizeOf.notice, limit, sql`AND b.to_uid IS NULL`)}
    UNION SELECT * FROM (SELECT 'notice', o.id, o.seq, ${sizeOf.notice} FROM notice o
      WHERE o.to_uid = ${UID} AND o.application_id IS NOT NULL AND o.seq > ${SINCE} ORDER BY o.seq LIMIT ${limit})
    UNION SELECT * FROM (SELECT 'notice', o.id, max(o.seq, m.seq) AS seq, ${sizeOf.notice}
      FROM notice o INDEXED BY notice_of_gone CROSS JOIN marathon m ON m.id = o.marathon_id
      WHERE o.to_uid = ${UID} AND o.application_id IS NULL AND max(o.seq, m.seq) > ${SINCE} ORDER BY 3 LIMIT ${limit})
    UNION SELECT * FROM (SELECT 'notice', o.id, max(o.seq, a.seq) AS seq, ${sizeOf.notice} FROM applied a
      CROSS JOIN notice o ON o.marathon_id = a.marathon_id
      WHERE o.to_uid IS NULL AND o.seq > (SELECT iif(a.seq > seq, 0, seq) FROM since) ORDER BY 3 LIMIT ${most})`
}

/**
 * Deletions of rows that the account could see, marathons that the operator hid from it, and the end of its role. A pull
 * from nothing needs none.
 */
function deletions(limit: SQL): SQL {
  return sql`
    SELECT * FROM (SELECT 'deleted ' || t.type AS kind, t.id, t.seq, ${sizeOf.tombstone} AS bytes FROM tombstone t
      WHERE t.seq > ${SINCE} AND ${SINCE} > 0
        AND (t.owner_uid = ${UID} OR iif(t.type = 'marathon', t.id, t.marathon_id) IN (SELECT marathon_id FROM staffed)
          OR (t.type = 'marathon' AND (t.shown_until >= ${sql.placeholder('cutoff')}
            OR t.id IN (SELECT marathon_id FROM applied)))
          OR (t.type = 'notice' AND t.marathon_id IN (SELECT marathon_id FROM applied)))
      ORDER BY t.seq LIMIT ${limit})
    UNION SELECT * FROM (SELECT 'deleted hidden', h.id, h.seq, ${sizeOf.deletion}
      FROM marathon h INDEXED BY marathon_hidden WHERE h.hidden_at IS NOT NULL AND h.seq > ${SINCE} AND ${SINCE} > 0
        AND h.id NOT IN (SELECT marathon_id FROM staffed) AND h.id NOT IN (SELECT marathon_id FROM applied)
      ORDER BY h.seq LIMIT ${limit})
    UNION SELECT 'deleted role', marathon_id, seq, ${sizeOf.deletion} FROM staff
      WHERE uid = ${UID} AND removed_at IS NOT NULL AND seq > ${SINCE} AND ${SINCE} > 0`
}

/**
 * The rows of the marathons where the account is staff, in the order of seq, and no more than fill a page: the queue has
 * one row of each marathon, and a step takes the first and puts the marathon's next row into it.
 */
function ofStaff(
  table: 'application a' | 'recording c' | 'ruling q' | 'notice o' | 'staff f',
  kind: SQL,
  bytes: SQL,
  limit: SQL,
  isOf = sql``,
) {
  const [name, row] = table.split(' ').map((word) => sql.raw(word)) as [SQL, SQL]
  const step = (
    from: SQL,
  ) => sql`SELECT w.marathon_id, w.role, ${row}.seq, ${row}.id, ${kind}, ${bytes}, w.total + ${bytes}
    FROM ${from} w CROSS JOIN ${name} ${row} ON ${row}.rowid = (SELECT b.rowid FROM ${name} b
      WHERE b.marathon_id = w.marathon_id ${isOf} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
    WHERE w.total <= ${literal(MAX_PAGE_BYTES)} AND EXISTS (SELECT 1 FROM marathon m WHERE m.id = ${row}.marathon_id)`
  return sql`SELECT * FROM (
    WITH RECURSIVE walk(marathon_id, role, seq, id, kind, bytes, total) AS (
      ${step(sql`news`)} UNION ALL ${step(sql`walk`)} ORDER BY 3 LIMIT ${limit})
    SELECT kind, id, seq, bytes FROM walk)`
}
