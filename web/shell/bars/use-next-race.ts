import type { Account } from '../../store/account-context.tsx'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { nextRace } from '../../store/rows/race-phase.ts'
import { type Race, readRaces } from '../../store/rows/races.ts'
import { useSharedQuery } from '../../store/shared-query.ts'

/**
 * The user's race that is under way or starts next, by the server's clock, live. Null if there is none, undefined until
 * it is read.
 */
export function useNextRace(): Race | null | undefined {
  return useSharedQuery(readNextRace)
}

async function readNextRace(account: Account | null): Promise<Race | null> {
  if (!account) return null
  const [races, sync] = await Promise.all([readRaces(account.db, account.author), account.db.sync.get('sync')])
  const now = Date.now() + (sync ?? FIRST_SYNC).serverOffsetMs
  return (
    nextRace(
      races.filter(({ marathon }) => marathon !== null),
      now,
    ) ?? null
  )
}
