import { useMemo } from 'react'
import { CountdownCircleTimer } from 'react-countdown-circle-timer'
import { DAY_MS } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/ui.js'
import { localeOf } from '../../texts/languages.ts'
import {
  COUNTDOWN_SIZE,
  COUNTDOWN_STROKE,
  countdownMessage,
  countdownParts,
  secondsLeft,
} from '../format/countdown-parts.ts'
import { useNow } from '../hooks/use-now.ts'
import { Rich } from '../rich.tsx'

const FULL_CIRCLE_MS = 30 * DAY_MS
/** The number of steps of the circle. One step is half a pixel. */
const CIRCLE_STEPS = 2 * Math.round(Math.PI * COUNTDOWN_SIZE)

type CountdownCircleProps = { startDate: string; from?: string; offsetMs?: number; ended: string }

/**
 * The circle of `Countdown`. It reads the clock every second, so that it is right at once after the phone was asleep.
 */
export function CountdownCircle({ startDate, from, offsetMs = 0, ended }: CountdownCircleProps) {
  const now = useNow(1000, offsetMs)
  const remaining = secondsLeft(startDate, now)
  const parts = countdownParts(remaining)
  const twoDigits = useMemo(() => new Intl.NumberFormat(localeOf('en-GB'), { minimumIntegerDigits: 2 }), [])
  const begin = from ? Date.parse(from) : Date.parse(startDate) - FULL_CIRCLE_MS
  const total = Math.max(Math.round((Date.parse(startDate) - begin) / 1000), remaining, 1)
  // A playing circle requests every animation frame, which uses all the time of a slow phone. So it does not play. It
  // is mounted again when its end has moved by a visible step.
  const circleStep = Math.round((remaining / total) * CIRCLE_STEPS)
  return (
    // Screen readers do not announce a timer every second. Its label changes once a minute.
    <div
      role="timer"
      aria-label={remaining === 0 ? ended : countdownMessage(parts)}
      className="inline-block align-top [&_path:first-child]:stroke-line [&_path:last-child]:stroke-flare"
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
        {() =>
          remaining === 0 ? (
            <span aria-hidden="true" className="px-4 font-display text-xl leading-tight font-bold text-ink">
              {ended}
            </span>
          ) : (
            <div aria-hidden="true" className="flex max-w-full flex-col items-center gap-1 text-ink">
              <Rich
                text={texts.circleDays({ count: parts.days })}
                tags={{
                  count: (children) => <span className="numeral text-4xl">{children}</span>,
                  unit: (children) => <span className="text-xs text-ink-soft">{children}</span>,
                }}
              />
              <span className="flex max-w-full flex-wrap justify-center gap-x-1.5">
                <Unit text={texts.circleHours({ count: twoDigits.format(parts.hours) })} />
                <Unit text={texts.circleMinutes({ count: twoDigits.format(parts.minutes) })} />
                <Unit text={texts.circleSeconds({ count: twoDigits.format(parts.seconds) })} />
              </span>
            </div>
          )
        }
      </CountdownCircleTimer>
    </div>
  )
}

function Unit({ text }: { text: string }) {
  return (
    <span className="numeral text-base">
      <Rich
        text={text}
        tags={{ unit: (children) => <span className="text-xs font-semibold text-ink-soft">{children}</span> }}
      />
    </span>
  )
}
