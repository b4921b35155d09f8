import { SavedNote } from '../../components/saved-note.tsx'
import { useNow } from '../../components/use-now.ts'
import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord } from '../../data/unsent.ts'

/** Above saved rows while the network is away: that they are saved, and since when. Nothing while it is there. */
export function SavedLine() {
  const phase = useSyncPhase()
  const record = useSyncRecord()
  const now = useNow()
  if (!record || (phase !== 'offline' && phase !== 'portal' && phase !== 'failing')) return null
  return (
    <div className="mb-5">
      <SavedNote
        problem={phase === 'offline' ? 'offline' : 'failed'}
        savedAt={record.syncedAt}
        now={now}
        onRetry={askForSync}
      />
    </div>
  )
}
