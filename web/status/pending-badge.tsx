import type { Pending } from '../store/overlay.ts'
import * as texts from '../texts/compiled/sync.js'
import { Badge } from '../ui/badge.tsx'

/** The badge of a row with an edit that has not arrived. */
export function PendingBadge({ pending }: { pending: Pending }) {
  switch (pending) {
    case 'waiting':
      return <Badge tone="soon">{texts.pendingWaiting()}</Badge>
    case 'parked':
      return <Badge tone="danger">{texts.pendingParked()}</Badge>
    case null:
      return null
  }
}
