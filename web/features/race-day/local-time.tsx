import { knownZone } from '../../../contract/time/zone-name.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { localeOf } from '../../texts/languages.ts'
import { readerTimeZone, zoneName } from '../../ui/format/format.ts'

/** A phone clock that is off by more than this gets a note. */
const CLOCK_NOTE_FROM_MS = 60_000

type LocalTimeProps = {
  now: number
  timeZone: string
  offsetMs: number
  /** Whether the zone is this phone's, because the event's is not here. */
  isOwnZone?: boolean
}

/** The time at the start line, by the server's clock as far as this phone knows it. */
export function LocalTime({ now, timeZone, offsetMs, isOwnZone = false }: LocalTimeProps) {
  const time = clockTime(now, timeZone)
  const phoneTime = clockTime(now - offsetMs, readerTimeZone())
  // Two clocks of one zone differ for a moment at each minute.
  const elsewhere = time !== clockTime(now, readerTimeZone())
  const wrong = Math.abs(offsetMs) >= CLOCK_NOTE_FROM_MS
  return (
    <div className="text-center">
      <p className="numeral text-(length:--time) whitespace-nowrap [font-stretch:75%]" data-testid="local-time">
        {time}
      </p>
      <p className="leading-tight font-semibold">
        {isOwnZone
          ? texts.timeOfPhone()
          : elsewhere || wrong
            ? (wrong ? texts.timeElsewhereClockOff : texts.timeElsewhere)({
                zone: zoneName(new Date(now).toISOString(), timeZone),
                time: phoneTime,
              })
            : texts.timeAtStart()}
      </p>
    </div>
  )
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** '08:00' */
function clockTime(now: number, timeZone: string): string {
  const locale = localeOf('en-GB')
  const key = `${locale}|${timeZone}`
  let format = formatters.get(key)
  if (!format) {
    const zone = knownZone(timeZone)
    format = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formatters.set(key, format)
  }
  const parts = format.formatToParts(now)
  const part = (type: 'hour' | 'minute') => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('hour')}:${part('minute')}`
}
