import { formatDayOfYear, formatTenths } from '../../../ui/format/format.ts'

/** '10:32:05.3', in the zone of the event; with the day where that is another than that of the race. */
export function shownMoment(at: number, { timeZone, startDate }: { timeZone: string; startDate: string }): string {
  const instant = new Date(at).toISOString()
  const time = formatTenths(at, timeZone)
  const day = formatDayOfYear(instant, timeZone)
  return day === formatDayOfYear(startDate, timeZone) ? time : `${day}, ${time}`
}

/** '1:32:05.31': a time of the day, or since a start, in ms. */
export function shownSpan(ms: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ]
  return `${hours}:${pad(minutes)}:${pad(seconds)}.${String(ms % 1000)
    .padStart(3, '0')
    .replace(/(?<=\d)0{1,2}$/, '')}`
}
