import type { Pending } from '../../data/overlay.ts'
import { Badge } from '../../ui/badge.tsx'

/** The badge of a row with an edit that has not arrived. */
export function PendingBadge({ pending }: { pending: Pending }) {
  switch (pending) {
    case 'waiting':
      return <Badge tone="soon">Waiting to be sent</Badge>
    case 'parked':
      return <Badge tone="danger">Could not be sent</Badge>
    case null:
      return null
  }
}
