import { recordError } from '../../../contract/errors.ts'
import { type Accepted, sendAcceptance } from '../../calls/invitations.ts'
import { useAccount } from '../account-context.tsx'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { inTime } from '../in-time.ts'
import { useLiveRead } from '../live-read.ts'
import { SAVE_TIMEOUT_MS } from '../outbox.ts'
import type { MarathonView } from '../overlay.ts'
import { compareBy } from './compare-by.ts'
import { readHelping } from './marathons.ts'

/**
 * Accepts an invitation. The phone then fetches everything anew, as the server would ask it to: the entrants are older
 * than its cursor. So it knows from now on, and after a reload too, that they are still to come.
 * @throws Problem and NoResponse, as `callApi` does
 */
export async function acceptInvitation(db: AccountDb, token: string): Promise<Accepted> {
  const accepted = await sendAcceptance(token)
  // Where the phone cannot store this, the server asks for it at the next sync.
  await inTime(startOverForNewRole(db, accepted.marathonId), SAVE_TIMEOUT_MS, undefined).catch(recordError)
  return accepted
}

/** A response that is on its way is from before the acceptance. The other generation makes sync drop it. */
function startOverForNewRole(db: AccountDb, marathonId: string): Promise<unknown> {
  return db.transaction('rw', db.marathons, db.sync, async () => {
    if ((await db.marathons.get(marathonId))?.role) return
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    await db.sync.put({ ...before, cursor: null, gen: before.gen + 1 })
  })
}

/** The marathons of others where the user helps, soonest first, live. Undefined until they are read. */
export function useHelping(): MarathonView[] | undefined {
  const { db } = useAccount()
  return useLiveRead(async () => (await readHelping(db)).sort(compareBy('startDate')), [db])
}
