import { Badge } from '../ui/badge.tsx'
import { type RegistrationWindow, windowMessage, windowTone } from './registration-window.ts'

/** The badge of a marathon's registration window at `now`, such as "Open, closes in 3 days", or "Cancelled". */
export function WindowBadge({ marathon, now }: { marathon: RegistrationWindow; now: number }) {
  return <Badge tone={windowTone(marathon, now)}>{windowMessage(marathon, now)}</Badge>
}
