import { DAY_MS } from '../../../contract/limits.ts'
import { RACE_LASTS_MS, racePhase } from '../../store/rows/race-phase.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { localeOf } from '../../texts/languages.ts'
import { countdownMessage, countdownParts, secondsLeft } from '../../ui/format/countdown-parts.ts'
import { formatDay, formatDayOfYear, formatTime, formatWeekday } from '../../ui/format/format.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'

/** A start within this time is shown without its year. */
const NEAR_MS = 300 * DAY_MS

type RaceTimeProps = { race: Pick<Race, 'startDate' | 'timeZone' | 'cancelled'>; now: number }

/** The time until the start, the time since the start, that the race is over, or that it is cancelled. */
export function RaceTime({ race: { startDate, timeZone, cancelled }, now }: RaceTimeProps) {
  const start = startMessage(startDate, timeZone, now)
  if (cancelled) {
    return (
      <div className="text-center">
        <p className="numeral text-(length:--left) leading-tight!">{texts.cancelled()}</p>
        <p {...OWN_WORDS} className="mt-1 line-clamp-2 leading-tight font-semibold break-words">
          {cancelled}
        </p>
        <p className="leading-tight">{texts.startWasToBe({ start })}</p>
      </div>
    )
  }
  const phase = racePhase(startDate, now)
  if (phase === 'finished') {
    return (
      <div className="text-center">
        <p className="numeral text-(length:--left)">{texts.finished()}</p>
        <p className="mt-1 leading-tight">{texts.finishedWhy({ start, hours: RACE_LASTS_MS / 3_600_000 })}</p>
      </div>
    )
  }
  const ahead = phase === 'ahead'
  const seconds = ahead ? secondsLeft(startDate, now) : Math.floor((now - Date.parse(startDate)) / 1000)
  return (
    <div className="text-center">
      <p className="leading-tight font-bold">{ahead ? texts.startsIn() : texts.underWayFor()}</p>
      <p className="numeral text-(length:--left) whitespace-nowrap [font-stretch:75%]" role="timer" aria-live="off">
        <span aria-hidden="true">{digits(seconds)}</span>
        <span className="sr-only">{countdownMessage(countdownParts(seconds))}</span>
      </p>
      <p className="leading-tight font-semibold">{ahead ? texts.startAt({ start }) : texts.startedAt({ start })}</p>
    </div>
  )
}

/** 'Fri Nov 27, 07:15 GMT+2'; with the year if the start is more than 300 days away. */
function startMessage(startDate: string, timeZone: string, now: number): string {
  const isInView = Math.abs(Date.parse(startDate) - now) < NEAR_MS
  return texts.startDayTime({
    weekday: formatWeekday(startDate, timeZone),
    day: isInView ? formatDayOfYear(startDate, timeZone) : formatDay(startDate, timeZone),
    time: formatTime(startDate, timeZone),
  })
}

/** '3 d 04:05:06', '4:05:06', '05:06'. */
function digits(total: number): string {
  const { days, hours, minutes, seconds } = countdownParts(total)
  const locale = localeOf('en-GB')
  const two = (n: number) => n.toLocaleString(locale, { minimumIntegerDigits: 2 })
  const rest = `${two(minutes)}:${two(seconds)}`
  if (days > 0) return texts.daysAndTime({ days, time: `${two(hours)}:${rest}` })
  return hours > 0 ? `${hours.toLocaleString(locale)}:${rest}` : rest
}
