import { sql } from 'drizzle-orm'
import { isHandOverOpen } from '../../contract/places.ts'
import { Problem } from '../../contract/problem.ts'
import type { LinkedEntry } from '../../contract/rest.ts'
import { readEntryToken } from '../../contract/text/entry-link.ts'
import { allRows } from '../db/client.ts'

interface Linked {
  marathonId: string
  title: string
  location: string
  startDate: string
  timeZone: string
  handOverUntil: string | null
  cancelled: string | null
  isClaim: 0 | 1
  firstName: string
  lastName: string
}

/**
 * What a link to an entry is for: the place that its runner offers, or the entry that a desk made and nobody has claimed.
 * Each link that leads to nothing gives the same NOT_FOUND: unknown, taken back, taken over, claimed, withdrawn,
 * unconfirmed, or to an event that is deleted or hidden. Nobody is told whose place it is.
 * @throws Problem NOT_FOUND
 */
export async function linkedEntry(d1: D1Database, token: string, now: number): Promise<LinkedEntry> {
  const { id, secret } = readEntryToken(token) ?? {}
  const [found] =
    id === undefined
      ? []
      : await allRows<Linked>(
          d1,
          sql`SELECT m.id AS marathonId, m.title, m.location, m.start_date AS startDate, m.time_zone AS timeZone,
      m.hand_over_until AS handOverUntil, m.cancelled, a.owner_uid IS NULL AS isClaim, a.first_name AS firstName,
      a.last_name AS lastName
    FROM application a JOIN marathon m ON m.id = a.marathon_id
    WHERE a.id = ${id} AND a.status <> 'unconfirmed' AND m.hidden_at IS NULL AND iif(a.owner_uid IS NULL, a.code, a.offer) = ${secret}`,
        )
  if (!found) throw new Problem('NOT_FOUND', 'This link leads to no entry any more.')
  const { isClaim, firstName, lastName, handOverUntil, cancelled, ...marathon } = found
  const { startDate } = marathon
  if (isClaim) return { kind: 'claim', ...marathon, until: null, person: `${firstName} ${lastName}`.trim() }
  const isOpen = isHandOverOpen({ handOverUntil, startDate, cancelled }, now)
  const until = isOpen ? [handOverUntil ?? startDate, startDate].sort()[0] : null
  return { kind: 'handOver', ...marathon, until: until ?? null, person: null }
}
