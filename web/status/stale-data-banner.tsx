import { createPortal } from 'react-dom'
import { askForSync, useToldPhase } from '../store/sync-status.ts'
import { useSyncRecord } from '../store/unsent.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/sync.js'
import { Button } from '../ui/button.tsx'
import { formatSaved } from '../ui/format/format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { STALE_NOTE_PLACE } from '../ui/stale-note-place.ts'
import { useBannerProblem } from './banner-problem.ts'

/**
 * Shown for stored rows while sync fails: why they may be old, and when they were saved. It comes late, so it stands
 * with the messages at the bottom edge and moves nothing.
 * @param meaning what the age of the rows means on this screen, in place of that the phone is offline, and of when they
 *   were saved. With it the banner is also shown where nothing fails
 */
export function StaleDataBanner({ meaning }: { meaning?: string | null }) {
  const phase = useToldPhase()
  const record = useSyncRecord()
  const bannerProblem = useBannerProblem()
  const now = useNow()
  const place = document.getElementById(STALE_NOTE_PLACE)
  const isFailing = phase === 'offline' || phase === 'portal' || phase === 'failing'
  if (!place || !record || (!isFailing && !meaning)) return null
  const isOffline = phase === 'offline' || !isFailing
  const isToldThere = isOffline && (bannerProblem === 'offline' || !isFailing)
  const savedAt = record.syncedAt === null ? '' : texts.savedAt({ saved: formatSaved(record.syncedAt, now) })
  const saved = meaning || savedAt
  if (isToldThere && !saved) return null
  return createPortal(
    <div className={`border-t border-line text-sm ${isOffline ? 'bg-surface' : 'bg-danger-tint text-danger'}`}>
      <div className={`shell flex items-center gap-x-1 ${isToldThere ? 'py-1' : 'min-h-11'}`}>
        <p role="status" className="min-w-0 flex-1">
          {!isToldThere && !(isOffline && meaning) && (
            <strong className="font-semibold">{isOffline ? texts.offline() : texts.notRefreshed()} </strong>
          )}
          <span>{saved}</span>
        </p>
        {!isToldThere && (
          <Button variant="quiet" className="-me-2 px-2! text-sm" onClick={askForSync}>
            {common.tryAgain()}
          </Button>
        )}
      </div>
    </div>,
    place,
  )
}
