import { DAY_MS } from '../../../contract/limits.ts'
import { RACE_LASTS_MS, racePhase } from '../../data/race-phase.ts'
import type { Race } from '../../data/races.ts'
import { countdownMessage, countdownParts, secondsLeft } from '../../ui/format/countdown-parts.ts'
import { formatDayInText, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** A start within this time is shown without its year. */
const NEAR_MS = 300 * DAY_MS

type RaceTimeProps = { race: Pick<Race, 'startDate' | 'timeZone' | 'cancelled'>; now: number }

/** The time until the start, the time since the start, that the race is over, or that it is cancelled. */
export function RaceTime({ race: { startDate, timeZone, cancelled }, now }: RaceTimeProps) {
  const start = startMessage(startDate, timeZone, now)
  if (cancelled) {
    return (
      <div className="text-center">
        <p className="numeral text-5xl">Cancelled</p>
        <p className="mt-2 text-lg font-semibold break-words">{cancelled}</p>
        <p className="mt-1 text-lg">The start was to be {start}.</p>
      </div>
    )
  }
  const phase = racePhase(startDate, now)
  if (phase === 'finished') {
    return (
      <div className="text-center">
        <p className="numeral text-5xl">Finished</p>
        <p className="mt-2 text-lg">
          Started {start}. Nobody tells us when a race ends: {RACE_LASTS_MS / 3_600_000} hours after its start it counts
          as finished here.
        </p>
      </div>
    )
  }
  const ahead = phase === 'ahead'
  const seconds = ahead ? secondsLeft(startDate, now) : Math.floor((now - Date.parse(startDate)) / 1000)
  return (
    <div className="text-center">
      <p className="text-xl font-bold">{ahead ? 'Starts in' : 'Under way for'}</p>
      <p
        className="numeral text-[min(16vw,7rem)] whitespace-nowrap [font-stretch:75%] md:text-[min(8vw,16dvh,6.5rem)]"
        role="timer"
        aria-live="off"
      >
        <span aria-hidden="true">{digits(seconds)}</span>
        <span className="sr-only">{countdownMessage(countdownParts(seconds))}</span>
      </p>
      <p className="mt-1 text-lg font-semibold">
        {ahead ? 'Start' : 'Started'} {start}
      </p>
    </div>
  )
}

/** 'Fri 27 Nov, 07:15 GMT+2'; with the year if the start is more than 300 days away. */
function startMessage(startDate: string, timeZone: string, now: number): string {
  const day = formatDayInText(startDate, timeZone)
  const isInView = Math.abs(Date.parse(startDate) - now) < NEAR_MS
  return `${formatWeekday(startDate, timeZone)} ${isInView ? day.replace(/ \d+$/, '') : day}, ${formatTime(startDate, timeZone)}`
}

/** '3 d 04:05:06', '4:05:06', '05:06'. */
function digits(total: number): string {
  const { days, hours, minutes, seconds } = countdownParts(total)
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = `${two(minutes)}:${two(seconds)}`
  if (days > 0) return `${days} d ${two(hours)}:${rest}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
