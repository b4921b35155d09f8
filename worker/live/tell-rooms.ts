import type { Env } from '../env.ts'
import type { Commit } from '../ops/apply-ops.ts'

/** Most rooms that one request tells. The phones of further marathons pull within a minute. */
const MAX_ROOMS = 20

/**
 * Tells the live rooms of the marathons that a commit touched. It never throws: a phone that is not told pulls within a
 * minute.
 */
export async function tellRooms({ ROOMS }: Pick<Env, 'ROOMS'>, commit: Commit): Promise<void> {
  if (!ROOMS) return
  const { seq, marathonIds, staffMarathonIds, liveMarathonIds } = commit
  const ids = [...new Set([...marathonIds, ...staffMarathonIds])].slice(0, MAX_ROOMS)
  const results = await Promise.allSettled(
    ids.map((id) => ROOMS.getByName(id).tell(seq, marathonIds.has(id) || liveMarathonIds.has(id) ? 'all' : 'staff')),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed > 0) console.error(JSON.stringify({ event: 'live.failed', rooms: failed }))
}
