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
/** The number of steps of the circle. One step is half a pixel. */
const CIRCLE_STEPS = 2 * Math.round(Math.PI * COUNTDOWN_SIZE)

type CountdownCircleProps = { startDate: string; from?: string; offsetMs?: number }

/**
 * The circle of `Countdown`. It reads the clock every second, so that it is right at once after the phone was asleep.
 */
export function CountdownCircle({ startDate, from, offsetMs = 0 }: CountdownCircleProps) {
  const now = useNow(1000, offsetMs)
  const remaining = secondsLeft(startDate, now)
  const parts = countdownParts(remaining)
  const begin = from ? Date.parse(from) : Date.parse(startDate) - FULL_CIRCLE_MS
  const total = Math.max(Math.round((Date.parse(startDate) - begin) / 1000), remaining, 1)
  // A playing circle requests every animation frame, which uses all the time of a slow phone. So it does not play. It
  // is mounted again when its end has moved by a visible step.
  const circleStep = Math.round((remaining / total) * CIRCLE_STEPS)
  return (
    // Screen readers do not announce a timer every second. Its label changes once a minute.
    <div
      role="timer"
      aria-label={countdownMessage(parts)}
      className="inline-block [&_path:first-child]:stroke-line [&_path:last-child]:stroke-flare"
    >
      <CountdownCircleTimer
        key={circleStep}
        isPlaying={false}
        duration={total}
        initialRemainingTime={remaining}
        size={COUNTDOWN_SIZE}
        strokeWidth={COUNTDOWN_STROKE}
        // Classes set the theme's colours. They override these attributes.
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
