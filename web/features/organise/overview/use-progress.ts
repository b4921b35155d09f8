import Dexie from 'dexie'
import { useHelpers } from '../../../marathon/use-helpers.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { AccountDb } from '../../../store/account-db.ts'
import { useLiveRead } from '../../../store/live-read.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { useHere } from '../../../store/rows/here.ts'
import { useSyncPhase } from '../../../store/sync-status.ts'
import type { When } from '../when.ts'
import type { Progress } from './to-do.ts'

/** How far the preparations of a marathon are, live. The helpers are asked of the server, where it has the marathon. */
export function useProgress({ _id: id, ver }: MarathonView, when: When): Progress {
  const { db } = useAccount()
  const withBib = useLiveRead(() => countWithBib(db, id), [db, id])
  // Before the day only one scan matters, and not each of them.
  const here = useHere(when === 'ahead' ? null : id)
  const hasScans = useLiveRead(async () => {
    const stored = await db.checkIns.where('[marathonId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count()
    return stored > 0
  }, [db, id])
  // The phase follows the browser's own word by a moment, and renders this again when the network is back.
  const isOffline = useSyncPhase() === 'offline' || !navigator.onLine
  const { data, isError } = useHelpers(id, ver > 0 && when !== 'past' && !isOffline)
  const helpers = ver === 0 ? 0 : (data?.helpers.length ?? (isError || isOffline ? null : undefined))
  return { withBib, here: here?.size, hasScans, helpers }
}

/** How many entrants of a marathon have a bib, as the server last said. The index has no others, and no row is read. */
export function countWithBib(db: AccountDb, id: string): Promise<number> {
  return db.applications.where('[marathonId+bib]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count()
}
