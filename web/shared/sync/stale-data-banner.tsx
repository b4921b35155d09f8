import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord, useUnsentCounts } from '../../data/unsent.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { SavedNote } from './saved-note.tsx'
import { saysOffline } from './sync-banner.tsx'

/** Shown above stored rows while sync fails: why they may be old, and when they were saved. */
export function StaleDataBanner() {
  const phase = useSyncPhase()
  const record = useSyncRecord()
  const { waiting } = useUnsentCounts()
  const now = useNow()
  if (!record || (phase !== 'offline' && phase !== 'portal' && phase !== 'failing')) return null
  return (
    <div className="mb-5">
      <SavedNote
        problem={phase === 'offline' ? 'offline' : 'failed'}
        isSaid={saysOffline(phase, waiting)}
        savedAt={record.syncedAt}
        now={now}
        onRetry={askForSync}
      />
    </div>
  )
}
