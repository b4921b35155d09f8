import * as texts from '../../texts/compiled/ui.js'

/** Diameter and stroke of the countdown circle in CSS pixels (specification, section 9). */
export const COUNTDOWN_SIZE = 150
export const COUNTDOWN_STROKE = 5

export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** Whole seconds from `now` to the start, never below 0. */
export function secondsLeft(startDate: string, now: number): number {
  const left = Math.ceil((Date.parse(startDate) - now) / 1000)
  return Number.isNaN(left) ? 0 : Math.max(left, 0)
}

/** Seconds as days, hours, minutes and seconds. */
export function countdownParts(totalSeconds: number): CountdownParts {
  return {
    days: Math.floor(totalSeconds / 86_400),
    hours: Math.floor(totalSeconds / 3600) % 24,
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
  }
}

/**
 * '3 days 4 hours 5 minutes', for screen readers. It has no seconds, because they would change while they are read out.
 */
export function countdownMessage({ days, hours, minutes }: CountdownParts): string {
  return texts.timeLeft({ days, hours, minutes })
}
