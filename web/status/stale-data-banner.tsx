import { askForSync, useToldPhase } from '../store/sync-status.ts'
import { useSyncRecord } from '../store/unsent.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { useBannerProblem } from './banner-problem.ts'
import { SavedNote } from './saved-note.tsx'

/** Shown above stored rows while sync fails: why they may be old, and when they were saved. */
export function StaleDataBanner() {
  const phase = useToldPhase()
  const record = useSyncRecord()
  const bannerProblem = useBannerProblem()
  const now = useNow()
  if (!record || (phase !== 'offline' && phase !== 'portal' && phase !== 'failing')) return null
  const problem = phase === 'offline' ? 'offline' : 'failed'
  return (
    <div className="mb-5">
      <SavedNote
        problem={problem}
        isShownElsewhere={problem === bannerProblem}
        savedAt={record.syncedAt}
        now={now}
        onRetry={askForSync}
      />
    </div>
  )
}
