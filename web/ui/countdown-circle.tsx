import { CountdownCircleTimer } from 'react-countdown-circle-timer'
import {
  COUNTDOWN_SIZE,
  COUNTDOWN_STROKE,
  countdownMessage,
  countdownParts,
  secondsLeft,
} from './format/countdown-parts.ts'
import { useNow } from './hooks/use-now.ts'

const DAY_MS = 86_400_000
const FULL_CIRCLE_MS = 30 * DAY_MS
/** Half a pixel each. */
const CIRCLE_STEPS = 2 * Math.round(Math.PI * COUNTDOWN_SIZE)

type CountdownCircleProps = { startDate: string; from?: string; offsetMs?: number }

/** What `Countdown` shows. The clock is read anew each second: a phone that slept is right at once. */
export function CountdownCircle({ startDate, from, offsetMs = 0 }: CountdownCircleProps) {
  const now = useNow(1000, offsetMs)
  const left = secondsLeft(startDate, now)
  const parts = countdownParts(left)
  const begin = from ? Date.parse(from) : Date.parse(startDate) - FULL_CIRCLE_MS
  const total = Math.max(Math.round((Date.parse(startDate) - begin) / 1000), left, 1)
  // While it plays, the circle asks for every frame, and that alone takes a slow phone's whole time. So it stands still,
  // and is drawn anew when its end has moved by something that can be seen.
  const drawn = Math.round((left / total) * CIRCLE_STEPS)
  return (
    // A timer is not announced each second; its words change once a minute.
    <div
      role="timer"
      aria-label={countdownMessage(parts)}
      className="inline-block [&_path:first-child]:stroke-line [&_path:last-child]:stroke-flare"
    >
      <CountdownCircleTimer
        key={drawn}
        isPlaying={false}
        duration={total}
        initialRemainingTime={left}
        size={COUNTDOWN_SIZE}
        strokeWidth={COUNTDOWN_STROKE}
        // The theme's colours come by class, which wins over these attributes.
        colors="#ff4d2e"
        trailColor="#ddd5c8"
      >
        {() => (
          <div aria-hidden="true" className="flex flex-col items-center gap-1 text-ink">
            <span className="numeral text-4xl">{parts.days}</span>
            <span className="text-xs text-ink-soft">{parts.days === 1 ? 'day' : 'days'}</span>
            <span className="flex gap-2">
              <Unit value={parts.hours} unit="h" />
              <Unit value={parts.minutes} unit="m" />
              <Unit value={parts.seconds} unit="s" />
            </span>
          </div>
        )}
      </CountdownCircleTimer>
    </div>
  )
}

function Unit({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="numeral text-lg">
      {String(value).padStart(2, '0')}
      <span className="text-xs font-semibold text-ink-soft">{unit}</span>
    </span>
  )
}
