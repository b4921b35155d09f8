import { sql } from 'drizzle-orm'
import { toUpdatedInstant } from '../../contract/dates.ts'
import { Problem } from '../../contract/problem.ts'
import { normaliseText } from '../../contract/text.ts'
import { allRows } from '../db/client.ts'

/**
 * The id of the one live marathon of this title and start, for clients that send no marathonId. A start that is
 * a date alone names every marathon that starts on that day.
 * @throws Problem INVALID where there is none, or more than one
 */
export async function findMarathon(d1: D1Database, title: unknown, startDate: unknown): Promise<string> {
  const rows =
    typeof title === 'string' && typeof startDate === 'string'
      ? await allRows<{ id: string; start: string; zone: string }>(
          d1,
          sql`SELECT id, start_date AS start, time_zone AS zone FROM marathon WHERE title = ${normaliseText(title)} LIMIT 100`,
        )
      : []
  const matching = rows.filter((row) => toUpdatedInstant(String(startDate), row.start, row.zone) === row.start)
  const [only, second] = matching
  if (only && !second) return only.id
  const wrong = only
    ? 'is needed: several events have this title and start'
    : 'is needed: no event has this title and start'
  throw new Problem('INVALID', `marathonId: ${wrong}`, { fields: { marathonId: wrong } })
}
