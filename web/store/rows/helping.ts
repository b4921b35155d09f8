import { recordError } from '../../../contract/errors.ts'
import { helps } from '../../../contract/roles.ts'
import { sendAcceptance } from '../../calls/helpers.ts'
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
 * @returns the id of the marathon
 * @throws Problem and NoResponse, as `callApi` does
 */
export async function acceptInvitation(db: AccountDb, token: string): Promise<string> {
  const marathonId = await sendAcceptance(token)
  // Where the phone cannot store this, the server asks for it at the next sync.
  await inTime(startOverForNewHelp(db, marathonId), SAVE_TIMEOUT_MS, undefined).catch(recordError)
  return marathonId
}

/** A response that is on its way is from before the acceptance. The other generation makes sync drop it. */
function startOverForNewHelp(db: AccountDb, marathonId: string): Promise<unknown> {
  return db.transaction('rw', db.marathons, db.sync, async () => {
    if (helps(await db.marathons.get(marathonId))) return
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    await db.sync.put({ ...before, cursor: null, gen: before.gen + 1 })
  })
}

/** The marathons of others where the user helps, soonest first, live. Undefined until they are read. */
export function useHelping(): MarathonView[] | undefined {
  const { db } = useAccount()
  return useLiveRead(async () => (await readHelping(db)).sort(compareBy('startDate')), [db])
}
