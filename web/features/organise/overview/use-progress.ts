import Dexie from 'dexie'
import { useMemo } from 'react'
import { useHelpers } from '../../../marathon/use-helpers.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { useLiveRead } from '../../../store/live-read.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import { useEntrants } from '../../../store/rows/entrants.ts'
import { useHere } from '../../../store/rows/here.ts'
import type { When } from '../when.ts'
import type { Progress } from './to-do.ts'

/** How far the preparations of a marathon are, live. Without a network this phone knows all but the helpers. */
export function useProgress({ _id: id, ver }: MarathonView, when: When): Progress {
  const { db } = useAccount()
  const entrants = useEntrants(id)
  const counts = useMemo(() => {
    const placed = entrants?.filter(hasPlace)
    return { registered: placed?.length, withBib: placed?.filter(({ bib }) => bib !== null).length }
  }, [entrants])
  // Before the day only one scan matters, and not each of them.
  const here = useHere(when === 'ahead' ? null : id)
  const hasScans = useLiveRead(async () => {
    const stored = await db.checkIns.where('[marathonId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count()
    return stored > 0
  }, [db, id])
  const { data } = useHelpers(id, ver > 0 && when !== 'past' && navigator.onLine)
  return { ...counts, here: here?.size, hasScans, helpers: data?.helpers.length }
}
