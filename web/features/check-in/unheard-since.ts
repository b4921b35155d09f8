import { useToldPhase } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import { formatSavedTime } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

/** A phone with a signal hears from the server each minute. */
const FRESH_MS = 3 * 60_000

/**
 * Since when this phone has heard nothing from the server, by its clock, for texts; null while it hears.
 * What others did since then it cannot know.
 */
export function useUnheardSince(): string | null {
  const phase = useToldPhase()
  const syncedAt = useSyncRecord()?.syncedAt ?? null
  const now = useNow()
  if (syncedAt === null) return null
  const isHearing = phase === 'idle' || phase === 'sending'
  return isHearing && now - syncedAt < FRESH_MS ? null : formatSavedTime(syncedAt, now)
}
