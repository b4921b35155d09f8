import { useAccount } from '../../store/account-context.tsx'
import { useLiveRead } from '../../store/live-read.ts'
import type { Recorded } from './use-recorder.ts'

/** What decides which of several guns the clock runs from. */
type Gun = { id: string; at: string; accuracy: number | null }

/**
 * When the gun was, by the phone that knows its time best; null without one. The screen shows the race's clock with it, and
 * the results decide for themselves (docs/results.md).
 * @param rows what was recorded on this phone
 */
export function useGun(marathonId: string, rows: readonly Recorded[]): number | null {
  const { db } = useAccount()
  const stored = useLiveRead(
    () => db.recordings.where('[marathonId+kind]').equals([marathonId, 'gun']).toArray(),
    [db, marathonId],
  )
  const undone = new Set(rows.filter(({ isUndone }) => isUndone).map(({ id }) => id))
  const guns: Gun[] = [
    ...(stored ?? []).filter(({ voidedAt }) => voidedAt === null).map(({ _id: id, ...row }) => ({ ...row, id })),
    ...rows.filter(({ kind }) => kind === 'gun').map(({ id, at }) => ({ id, at, accuracy: null })),
  ].filter(({ id }) => !undone.has(id))
  const error = ({ accuracy }: Gun) => accuracy ?? Number.MAX_SAFE_INTEGER
  const [best] = guns.sort((a, b) => error(a) - error(b) || (a.at < b.at ? -1 : 1))
  return best ? Date.parse(best.at) : null
}
