import { formatDay, formatTime } from '../../ui/format/format.ts'

type Copy = { startDate: string; location: string }
type Live = Copy & { timeZone: string }

/**
 * What the event says now that the runner's copy of it does not.
 * @param live the event as this phone knows it; null where it is gone
 */
export function marathonChanges(copy: Copy, live: Live | null): string[] {
  if (!live) return ['This event was deleted']
  const changes: string[] = []
  if (copy.startDate !== live.startDate) {
    const day = (instant: string) => formatDay(instant, live.timeZone)
    const time = (instant: string) => formatTime(instant, live.timeZone, live.timeZone)
    const both = (instant: string) => `${day(instant)}, ${time(instant)}`
    const words = day(copy.startDate) === day(live.startDate) ? time : both
    changes.push(`Start moved from ${words(copy.startDate)} to ${words(live.startDate)}`)
  }
  if (copy.location !== live.location) changes.push(`The event’s place: ${live.location}`)
  return changes
}
