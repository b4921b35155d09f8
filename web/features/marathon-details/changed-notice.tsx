import type { MarathonView } from '../../data/overlay.ts'
import { useChangedSince } from '../../data/race-pack.ts'
import { Button } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { changeMessage } from './change-message.ts'

/**
 * Shows what changed in a marathon since the user last saw it, until the user dismisses it. Renders nothing if nothing
 * changed.
 */
export function ChangedNotice({ marathon }: { marathon: MarathonView }) {
  const changed = useChangedSince(marathon)
  const now = useNow()
  if (!changed) return null
  return (
    <div role="status" className="mb-3 rounded-md border-l-4 border-flare bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">
            Changed since you looked ({formatSaved(changed.at, now).replace('Saved ', '')}):
          </p>
          <ul className="mt-1">
            {changed.changes.map((change) => (
              <li key={change.field}>{changeMessage(change, marathon, changed.seenZone)}</li>
            ))}
          </ul>
        </div>
        <Button variant="secondary" onClick={changed.dismiss}>
          Got it
        </Button>
      </div>
    </div>
  )
}
