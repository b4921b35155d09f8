import { useSyncPhase } from '../store/sync-status.ts'
import { useSyncRecord } from '../store/unsent.ts'
import * as texts from '../texts/compiled/sync.js'

/**
 * Shown below an empty list until the first sync is complete: the server may have rows that this phone does not have
 * yet.
 */
export function FirstSyncNote() {
  const record = useSyncRecord()
  const phase = useSyncPhase()
  if (!record || record.syncedAt !== null) return null
  if (phase === 'idle' || phase === 'sending') return <p>{texts.firstSync()}</p>
  return <p>{texts.notReached()}</p>
}
