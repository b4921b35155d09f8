import type { MarathonView } from '../../data/overlay.ts'
import { racePhase } from '../../data/race-phase.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { usePictureKept } from '../../pwa/kept-pictures.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { LiveOnly } from '../../ui/live-only.tsx'

/** Shows what this phone stores for the user's own race, and links to the race-day screens. */
export function RaceDayPanel({ marathon }: { marathon: MarathonView }) {
  const sync = useSyncRecord()
  const now = useNow()
  const picture = usePictureKept(marathon.image, 0)
  const over = racePhase(marathon.startDate, now + (sync?.serverOffsetMs ?? 0)) === 'finished'
  if (over) return null
  return (
    <LiveOnly as="section" aria-label="Race day" className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink-soft">
        {sync?.syncedAt ? `${formatSaved(sync.syncedAt, now)} on this phone` : 'Made on this phone'}
        {picture === 'kept' && ', with the picture'}. It opens without a network.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/start" search={{ race: marathon._id }} variant="secondary">
          Start line
        </ButtonLink>
        <ButtonLink to="/ready" variant="secondary">
          Ready?
        </ButtonLink>
      </div>
    </LiveOnly>
  )
}
