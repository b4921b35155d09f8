import * as texts from '../../texts/compiled/format.js'

const MINUTE_MS = 60_000
/** Minutes are counted up to this, because '1 h 10 min' takes longer to read than '70 min'. */
const MOST_MINUTES = 120

/** '70 min', '5 h 10 min': how long it is until something that happens within a day. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 1)
  return minutes < MOST_MINUTES
    ? texts.spanMinutes({ minutes })
    : texts.spanHours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
