import { sql } from 'drizzle-orm'
import { invalid } from '../../contract/invalid.ts'
import { DAY_MS } from '../../contract/limits.ts'
import { normaliseLine } from '../../contract/text/plain-text.ts'
import { toInstant, toUpdatedInstant } from '../../contract/time/instants.ts'
import { allRows, literal } from '../db/client.ts'

/** The start of a day in UTC and any marathon's start on that day, in any time zone, are less than this apart. */
const MAX_APART_MS = 2 * DAY_MS
/** Most marathons of one title that are read. Two that match are already an error. */
const MAX_CANDIDATES = 100

/**
 * The id of the only marathon with this title and start, for clients that send no marathonId. A start that is a date
 * alone matches every marathon that starts on that day, in UTC or in the marathon's time zone.
 * @throws Problem INVALID if no marathon matches, or more than one
 */
export async function findMarathon(d1: D1Database, title: unknown, startDate: unknown): Promise<string> {
  if (typeof title !== 'string' || title.trim() === '') throw invalid({ title: { code: 'REQUIRED' } })
  const named = typeof startDate === 'string' ? toInstant(startDate.trim(), 'UTC') : null
  if (typeof startDate !== 'string' || named === null) throw invalid({ startDate: { code: 'NOT_A_DATE' } })
  const around = (ms: number) => new Date(Math.max(0, Date.parse(named) + ms)).toISOString()
  const rows = await allRows<{ id: string; start: string; zone: string }>(
    d1,
    sql`SELECT id, start_date AS start, time_zone AS zone FROM marathon
      WHERE title = ${normaliseLine(title)} AND hidden_at IS NULL AND start_date BETWEEN ${around(-MAX_APART_MS)} AND ${around(MAX_APART_MS)}
      ORDER BY start_date, id LIMIT ${literal(MAX_CANDIDATES)}`,
  )
  const matching = rows.filter((row) => toUpdatedInstant(startDate.trim(), row.start, row.zone) === row.start)
  const [only, second] = matching
  if (only && !second) return only.id
  throw invalid({ marathonId: { code: only ? 'SEVERAL_EVENTS_FIT' : 'NO_EVENT_FITS' } })
}
