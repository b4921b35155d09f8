import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The time, ms since the epoch. It is read again at the start of every period, and when the page becomes visible.
 * @param everyMs the length of a period
 * @param offsetMs the difference between this clock and the phone's clock; periods follow this clock
 */
export function useNow(everyMs = MINUTE_MS, offsetMs = 0): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const read = Date.now() + offsetMs
      // Within the same period nothing is rendered again: a screen that opens is rendered once.
      setNow((shown) => (Math.floor(shown / everyMs) === Math.floor(read / everyMs) ? shown : read))
      const intoPeriod = ((read % everyMs) + everyMs) % everyMs
      timer = setTimeout(tick, everyMs - intoPeriod)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs, offsetMs])
  return now
}
