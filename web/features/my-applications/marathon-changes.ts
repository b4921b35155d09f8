import * as texts from '../../texts/compiled/my-applications.js'
import { formatDay, formatTime } from '../../ui/format/format.ts'

type Copy = { startDate: string }
type Live = Copy & { timeZone: string; cancelled?: string | null }

/**
 * What differs between the marathon and the runner's own copy, as texts. A cancellation comes first.
 * @param live the marathon as this phone knows it; null if it was deleted
 */
export function marathonChanges(copy: Copy, live: Live | null): string[] {
  if (!live) return [texts.eventDeleted()]
  const changes: string[] = live.cancelled ? [texts.eventCancelled()] : []
  if (copy.startDate !== live.startDate) {
    const day = (instant: string) => formatDay(instant, live.timeZone)
    const time = (instant: string) => formatTime(instant, live.timeZone, live.timeZone)
    const both = (instant: string) => texts.dayAndTime({ day: day(instant), time: time(instant) })
    const words = day(copy.startDate) === day(live.startDate) ? time : both
    changes.push(texts.startMoved({ from: words(copy.startDate), to: words(live.startDate) }))
  }
  return changes
}
