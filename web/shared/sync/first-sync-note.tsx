import { useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord } from '../../data/unsent.ts'

/** Below an empty list of a phone that was never in step: empty here says nothing about the server. */
export function FirstSyncNote() {
  const record = useSyncRecord()
  const phase = useSyncPhase()
  if (!record || record.syncedAt !== null) return null
  if (phase === 'idle' || phase === 'sending') return <p>Still fetching what the server knows…</p>
  return <p>This phone has not reached the server yet, so it knows only what was made on it.</p>
}
