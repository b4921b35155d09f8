import { Badge } from '../../ui/badge.tsx'
import { type RegistrationWindow, windowMessage, windowTone } from './registration-window.ts'

/** The registration window of an event at `now`: "Open, closes in 3 days". */
export function WindowBadge({ marathon, now }: { marathon: RegistrationWindow; now: number }) {
  return <Badge tone={windowTone(marathon, now)}>{windowMessage(marathon, now)}</Badge>
}
