import Dexie from 'dexie'
import { useAccount } from '../../../store/account-context.tsx'
import type { AccountDb } from '../../../store/account-db.ts'
import { useLiveRead } from '../../../store/live-read.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { useHere } from '../../../store/rows/here.ts'
import { useStaff } from '../../../store/rows/staff.ts'
import type { When } from '../when.ts'
import type { Progress } from './to-do.ts'

/** How far the preparations of a marathon are, live. */
export function useProgress({ _id: id }: MarathonView, when: When): Progress {
  const { db } = useAccount()
  const withBib = useLiveRead(() => countWithBib(db, id), [db, id])
  // Before the day only one scan matters, and not each of them.
  const here = useHere(when === 'ahead' ? null : id)
  const hasScans = useLiveRead(async () => {
    const stored = await db.checkIns.where('[marathonId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count()
    return stored > 0
  }, [db, id])
  const staff = useStaff(id)
  return { withBib, here: here?.size, hasScans, helpers: staff?.filter(({ mine }) => !mine).length }
}

/** How many a desk let in above the capacity, and knew it; undefined until they are counted. */
export function useLetIn(id: string): number | undefined {
  const { db } = useAccount()
  return useLiveRead(() => db.applications.where('letIn').equals(id).count(), [db, id])
}

/** How many entrants of a marathon have a bib, as the server last said. The index has no others, and no row is read. */
export function countWithBib(db: AccountDb, id: string): Promise<number> {
  return db.applications.where('[marathonId+bib]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count()
}
