import { sql } from 'drizzle-orm'
import { ENTRANT_PAGE_ROWS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Asked } from '../../contract/questions/answer-columns.ts'
import { allRows, rowsOf, runBatch } from '../db/client.ts'
import { assertMayRead, readerOf } from '../pull/read-budget.ts'
import { entrantsSql, type Listed, mayOrganise, toPage } from './lists.ts'

/**
 * Entrants of a marathon, each as a JSON object. `next` is the cursor of the page after it, `<createdAt>_<id>` of the
 * last entrant; null after the last page.
 */
export interface EntrantsPage {
  rows: string[]
  /** What the rows take, about. */
  bytes: number
  next: string | null
}

/**
 * A page of the entrants of a marathon, the oldest application first, and what the marathon asks.
 * @param limit how many at most
 * @param cursor `next` of the page before; undefined for the first page
 * @param isLimited whether an account that has read too much is refused
 * @throws Problem RATE_LIMITED; NOT_FOUND for an unknown marathon; FORBIDDEN if the account does not organise it;
 *   INVALID for a cursor that is not one of this list
 */
export async function entrantsOf(
  d1: D1Database,
  marathonId: string,
  uid: string,
  limit: number,
  cursor?: string,
  isLimited = true,
): Promise<EntrantsPage & { asked: Asked }> {
  const [owners, entrants] = await runBatch(d1, [
    sql`SELECT ${mayOrganise(sql`m.id`, uid)} AS isOrganiser, (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(uid)}) AS readUntil,
      questions, categories, start_date AS startDate, time_zone AS timeZone FROM marathon m WHERE id = ${marathonId}`,
    entrantsSql(marathonId, uid, limit, cursor),
  ])
  const [found] = rowsOf<Asked & { isOrganiser: 0 | 1; readUntil: number | null }>(owners)
  if (!found) throw new Problem('NOT_FOUND', 'There is no such marathon.')
  if (!found.isOrganiser) throw new Problem('FORBIDDEN', 'Only the organiser sees who applied.')
  if (isLimited) assertMayRead(uid, found.readUntil, Date.now())
  return { ...toPage(rowsOf<Listed>(entrants), limit), asked: found }
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
    const next = entrantsSql(marathonId, uid, ENTRANT_PAGE_ROWS, page.next)
    page = toPage(await allRows<Listed>(d1, next), ENTRANT_PAGE_ROWS)
  }
}
