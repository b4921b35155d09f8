import { usePictureKept } from '../../background/use-picture-kept.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

/** Shows what this phone stores for the user's own race, and links to the check before race day. */
export function RaceDayPanel({ marathon }: { marathon: MarathonView }) {
  const sync = useSyncRecord()
  const now = useNow()
  const picture = usePictureKept(marathon.image, 0)
  const over = racePhase(marathon.startDate, now + (sync?.serverOffsetMs ?? 0)) === 'finished'
  if (over) return null
  return (
    <section aria-label={texts.raceDay()} className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink-soft">
        {keptMessage(sync?.syncedAt ? formatSaved(sync.syncedAt, now) : '', picture === 'kept')}
      </p>
      <ButtonLink to="/ready" variant="secondary">
        {texts.raceDay()}
      </ButtonLink>
    </section>
  )
}

/** @param saved '' where nothing came from the server yet */
function keptMessage(saved: string, withPicture: boolean): string {
  if (!saved) return withPicture ? texts.madeHereWithPicture() : texts.madeHere()
  return withPicture ? texts.savedHereWithPicture({ saved }) : texts.savedHere({ saved })
}
