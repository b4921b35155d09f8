import type { Commit } from '../domain/apply-ops.ts'
import type { Env } from '../env.ts'

/** Most rooms that one request tells. The phones of further marathons pull within a minute. */
const MAX_ROOMS = 20

/**
 * Tells the live rooms of the marathons that a commit touched. It never throws: a phone that is not told pulls within a
 * minute.
 */
export async function tellRooms({ ROOMS }: Pick<Env, 'ROOMS'>, { seq, marathonIds }: Commit): Promise<void> {
  if (!ROOMS) return
  const told = await Promise.allSettled([...marathonIds].slice(0, MAX_ROOMS).map((id) => ROOMS.getByName(id).tell(seq)))
  const failed = told.filter(({ status }) => status === 'rejected').length
  if (failed > 0) console.error(JSON.stringify({ event: 'live.failed', rooms: failed }))
}
