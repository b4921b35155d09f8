import type { Pending } from '../store/overlay.ts'
import * as texts from '../texts/compiled/sync.js'
import { Badge } from '../ui/badge.tsx'

/** The badge of a row with an edit that has not arrived. */
export function PendingBadge({ pending }: { pending: Pending }) {
  if (pending === null) return null
  const isParked = pending === 'parked'
  return <Badge tone={isParked ? 'danger' : 'soon'}>{isParked ? texts.pendingParked() : texts.pendingWaiting()}</Badge>
}
