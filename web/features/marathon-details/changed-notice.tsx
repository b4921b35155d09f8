import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { localeOf } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { changeMessage } from './change-message.ts'
import { useChangedSince } from './race-pack.ts'

/**
 * Shows what changed in a marathon since the user last saw it, until the user dismisses it. Renders nothing if nothing
 * changed.
 */
export function ChangedNotice({ marathon }: { marathon: MarathonView }) {
  const changed = useChangedSince(marathon)
  const now = useNow()
  if (!changed) return null
  return (
    <div role="status" className="mb-3 rounded-md border-s-4 border-flare bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">{changedSince(changed.at, now)}</p>
          <ul className="mt-1">
            {changed.changes.map((change) => (
              <li key={change.field}>{changeMessage(change, marathon, changed.seenZone)}</li>
            ))}
          </ul>
        </div>
        <Button variant="secondary" onClick={changed.dismiss}>
          {texts.gotIt()}
        </Button>
      </div>
    </div>
  )
}

/** When the user last looked: the time by the reader's clock, with the day if it was not today. */
function changedSince(at: number, now: number): string {
  const reader = readerTimeZone()
  const time = formatTime(new Date(at).toISOString(), reader, reader)
  if (new Date(at).toDateString() === new Date(now).toDateString()) return texts.changedSince({ time })
  const day = new Date(at).toLocaleDateString(localeOf('en-GB'), { day: 'numeric', month: 'short' })
  return texts.changedSinceDay({ day, time })
}
