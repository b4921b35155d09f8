import { Badge } from '../../ui/badge.tsx'
import { type EventWindow, windowInWords, windowTone } from './registration-window.ts'

/** The registration window of an event at `now`: "Open, closes in 3 days". */
export function WindowBadge({ event, now }: { event: EventWindow; now: number }) {
  return <Badge tone={windowTone(event, now)}>{windowInWords(event, now)}</Badge>
}
