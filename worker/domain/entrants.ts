import { sql } from 'drizzle-orm'
import { ENTRANT_PAGE_ROWS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { allRows, literal, rowsOf, runBatch } from '../db/client.ts'
import { splitCursor } from './lists.ts'
import { jsonOf } from './wire.ts'

/**
 * Entrants of a marathon, each as a JSON object. `next` is the cursor of the page after it, `<createdAt>_<id>` of the
 * last entrant; null after the last page.
 */
export interface EntrantsPage {
  rows: string[]
  next: string | null
}

/**
 * A page of the entrants of a marathon, the oldest application first.
 * @param limit how many at most
 * @param cursor `next` of the page before; undefined for the first page
 * @throws Problem NOT_FOUND for an unknown marathon; FORBIDDEN if the account does not own it; INVALID for a cursor that
 *   is not one of this list
 */
export async function entrantsOf(
  d1: D1Database,
  marathonId: string,
  uid: string,
  limit: number,
  cursor?: string,
): Promise<EntrantsPage> {
  const [owners, entrants] = await runBatch(d1, [
    sql`SELECT owner_uid AS owner FROM marathon WHERE id = ${marathonId}`,
    pageSql(marathonId, uid, limit, cursor),
  ])
  const owner = rowsOf<{ owner: string }>(owners)[0]?.owner
  if (owner === undefined) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (owner !== uid) throw new Problem('FORBIDDEN', 'Only the organiser sees who applied.')
  return toPage(rowsOf<{ json: string }>(entrants), limit)
}

/**
 * All pages from this one on, each read when it is asked for. An entrant's place never changes, so everybody who is
 * there from the first page to the last comes once, as the row is when its page is read. Who applies meanwhile comes at
 * the end, and who withdraws meanwhile may come or not.
 */
export async function* entrantPages(
  d1: D1Database,
  marathonId: string,
  uid: string,
  first: EntrantsPage,
): AsyncGenerator<EntrantsPage, void> {
  let page = first
  for (;;) {
    yield page
    if (page.next === null) return
    const entrants = await allRows<{ json: string }>(d1, pageSql(marathonId, uid, ENTRANT_PAGE_ROWS, page.next))
    page = toPage(entrants, ENTRANT_PAGE_ROWS)
  }
}

/** One row more than the page has: it tells whether there is another page. */
function pageSql(marathonId: string, uid: string, limit: number, cursor?: string) {
  const [createdAt, id] = cursor === undefined ? ['', ''] : splitCursor(cursor)
  return sql`SELECT ${jsonOf.application} AS json FROM application a
    WHERE a.marathon_id = ${marathonId} AND a.organiser_uid = ${uid}
      AND (a.created_at, a.id) > (${createdAt}, ${id})
    ORDER BY a.created_at, a.id LIMIT ${literal(limit + 1)}`
}

function toPage(entrants: { json: string }[], limit: number): EntrantsPage {
  const rows = entrants.slice(0, limit).map(({ json }) => json)
  const last = rows.at(-1)
  if (entrants.length <= limit || last === undefined) return { rows, next: null }
  const { createdAt, _id } = JSON.parse(last) as { createdAt: string; _id: string }
  return { rows, next: `${createdAt}_${_id}` }
}
