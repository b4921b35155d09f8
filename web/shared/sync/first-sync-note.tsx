import { useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord } from '../../data/unsent.ts'

/**
 * Shown below an empty list until the first sync is complete: the server may have rows that this phone does not have
 * yet.
 */
export function FirstSyncNote() {
  const record = useSyncRecord()
  const phase = useSyncPhase()
  if (!record || record.syncedAt !== null) return null
  if (phase === 'idle' || phase === 'sending') return <p>Still fetching what the server knows…</p>
  return <p>This phone has not reached the server yet, so it knows only what was made on it.</p>
}
