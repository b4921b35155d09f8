import { Badge } from '../../components/badge.tsx'
import type { Pending } from '../../data/overlay.ts'

/** Marks what only this phone knows yet. */
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
