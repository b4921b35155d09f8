import { sql } from 'drizzle-orm'
import { pastMarathonCutoff } from '../../contract/dates.ts'
import { PULL_PAGE_ROWS } from '../../contract/limits.ts'
import { statement } from '../db/client.ts'
import { jsonOf } from './wire.ts'

/** Rows joined into one cell by SQLite. Few enough that a cell stays below D1's 2 MB a string. */
const ROWS_A_CELL = 50

/** One page of what changed since a cursor. The lists are JSON texts, ready to stand in an answer. */
export interface PullPage {
  cursor: string
  more: boolean
  reset: boolean
  marathons: string
  applications: string
  deleted: string
}

/**
 * The statements of a pull, to end a batch with, and what makes a page of their results.
 *
 * A cursor `<epoch>.<S>` promises that its holder has every row visible to it with seq <= S (INV-6). Hence:
 * - All sources are merged by seq before the page is cut, and the cursor of a cut page is its last row's seq. Each
 *   gives a row once: cut among the doubles of a join, a source would pass for one that has no more.
 * - An event that left the public window is still told to those who saw it: `shown_until` never goes back.
 * - A cursor of another epoch, ahead of the clock or below the floor starts over (`reset`).
 * - A pull that starts from nothing reads rows older than the floor, page after page. Until its last page its cursors
 *   are `<epoch>-<B>.<S>`, B being the clock when it began: it needs no tombstone up to B, so B is held to the floor.
 * @param now the server's clock, ms since the epoch
 */
export function pullStatements(d1: D1Database, uid: string, cursor: string | null, now: number) {
  const { epoch, sent, began } = parseCursor(cursor)
  const cutoff = pastMarathonCutoff(now)
  const valid = sql`(epoch = ${epoch} AND ${sent} <= seq AND ${Math.max(sent, began)} >= floor)`
  const since = sql`(SELECT iif(${valid}, ${sent}, 0) FROM clock)`
  const limit = PULL_PAGE_ROWS + 1
  const clock = statement(d1, sql`SELECT epoch, seq, NOT ${valid} AS reset FROM clock`)
  const rows = statement(
    d1,
    sql`
    WITH since(seq) AS MATERIALIZED ${since}, seen AS (
      SELECT kind, id, seq FROM (
        SELECT * FROM (SELECT 'm' AS kind, id, seq FROM marathon
          WHERE past = 0 AND seq > (SELECT seq FROM since) AND shown_until >= ${cutoff} ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', id, seq FROM marathon
          WHERE owner_uid = ${uid} AND seq > (SELECT seq FROM since) ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT DISTINCT 'm', m.id, m.seq FROM application a JOIN marathon m ON m.id = a.marathon_id
          WHERE a.owner_uid = ${uid} AND m.seq > (SELECT seq FROM since) ORDER BY m.seq LIMIT ${limit}))
      UNION SELECT kind, id, seq FROM (
        SELECT * FROM (SELECT 'a' AS kind, id, seq FROM application
          WHERE owner_uid = ${uid} AND seq > (SELECT seq FROM since) ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'a', a.id, a.seq FROM application a
          WHERE a.organiser_uid = ${uid} AND a.seq > (SELECT seq FROM since)
            AND EXISTS (SELECT 1 FROM marathon WHERE id = a.marathon_id) ORDER BY a.seq LIMIT ${limit}))
      UNION SELECT * FROM (SELECT 'd' || t.type, t.id, t.seq FROM tombstone t
        WHERE t.seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0
          AND (t.owner_uid = ${uid} OR t.organiser_uid = ${uid} OR (t.type = 'marathon' AND (t.shown_until >= ${cutoff}
            OR EXISTS (SELECT 1 FROM application WHERE marathon_id = t.id AND owner_uid = ${uid}))))
        ORDER BY t.seq LIMIT ${limit})
      ORDER BY seq LIMIT ${limit}
    ), numbered AS (SELECT kind, id, seq, (row_number() OVER (ORDER BY seq) - 1) / ${ROWS_A_CELL} AS part FROM seen)
    SELECT substr(n.kind, 1, 1) AS kind, n.part, max(n.seq) AS last, group_concat(
      CASE n.kind WHEN 'm' THEN (SELECT ${jsonOf.syncMarathon(uid)} FROM marathon m WHERE m.id = n.id)
        WHEN 'a' THEN (SELECT ${jsonOf.syncApplication(uid)} FROM application a WHERE a.id = n.id)
        ELSE json_object('type', substr(n.kind, 2), 'id', n.id) END, ',') AS json
    FROM numbered n GROUP BY 1, 2 ORDER BY 2`,
  )

  const toPage = (answers: D1Result[]): PullPage => {
    const now = answers[0]?.results[0] as { epoch: string; seq: number; reset: number } | undefined
    if (!now) throw new Error('the clock row is missing')
    const packedRows = (answers[1]?.results ?? []) as { kind: string; part: number; last: number; json: string }[]
    // The row past the page stands alone in the part after the last: it only says that there is more.
    const kept = packedRows.filter((packedRow) => packedRow.part < PULL_PAGE_ROWS / ROWS_A_CELL)
    const more = kept.length < packedRows.length
    const last = kept.reduce((max, packedRow) => Math.max(max, packedRow.last), 0)
    const start = cursor === null || now.reset === 1 ? now.seq : began
    const history = more && start > 0 ? `${now.epoch}-${start}` : now.epoch
    const list = (kind: string) =>
      `[${kept
        .filter((packedRow) => packedRow.kind === kind)
        .map((packedRow) => packedRow.json)
        .join(',')}]`
    return {
      cursor: `${history}.${more ? last : now.seq}`,
      more,
      reset: cursor !== null && now.reset === 1,
      marathons: list('m'),
      applications: list('a'),
      deleted: list('d'),
    }
  }
  return { statements: [clock, rows], toPage }
}

/** `began` is 0 for a cursor that is not in the middle of a pull from nothing. */
function parseCursor(cursor: string | null): { epoch: string; sent: number; began: number } {
  if (cursor === null) return { epoch: '', sent: 0, began: 0 }
  const dot = cursor.lastIndexOf('.')
  const [epoch = '', began] = cursor.slice(0, dot).split('-')
  return { epoch, sent: Number(cursor.slice(dot + 1)), began: Number(began) || 0 }
}
