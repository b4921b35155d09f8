import { useEffect, useState } from 'react'
import { DAY_MS } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/timing.js'
import { formatElapsed, formatSeconds } from '../../ui/format/format.ts'

const SECOND_MS = 1000

type RaceClockProps = {
  /** When the gun was; null without one. */
  gun: number | null
  timeZone: string
  now: () => number
  accuracy: number | null
}

/** The time since the gun; without a gun, or a day later, the time of day. And how far both may be off. */
export function RaceClock({ gun, timeZone, now, accuracy }: RaceClockProps) {
  const [shown, setShown] = useState(now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const time = now()
      setShown(time)
      // Just behind the next full second of what is shown.
      const into = (((time - (gun ?? 0)) % SECOND_MS) + SECOND_MS) % SECOND_MS
      timer = setTimeout(tick, SECOND_MS - into + 5)
    }
    tick()
    return () => clearTimeout(timer)
  }, [gun, now])
  const elapsed = gun === null ? null : shown - gun
  const isRace = elapsed !== null && elapsed < DAY_MS
  return (
    <p className="shrink-0 text-end leading-tight">
      <span className="sr-only">{isRace ? texts.sinceGun() : texts.timeOfDay()} </span>
      <span className="numeral block text-xl" dir="ltr">
        {isRace ? formatElapsed(elapsed) : formatSeconds(shown, timeZone)}
      </span>
      <span className="block min-h-4 text-xs text-ink-soft">
        {accuracy !== null && texts.timeKnown({ seconds: inSeconds(accuracy) })}
      </span>
    </p>
  )
}

/** Tenths of a second below ten, never 0. */
export function inSeconds(ms: number): number {
  return ms < 10_000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / SECOND_MS)
}
