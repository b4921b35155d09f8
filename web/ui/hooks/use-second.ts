import { useEffect, useState } from 'react'

/** The time with `offsetMs` added, read anew at the start of every second of that clock and on return to the page. */
export function useSecond(offsetMs = 0): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const read = Date.now() + offsetMs
      setNow(read)
      timer = setTimeout(tick, 1000 - (((read % 1000) + 1000) % 1000))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [offsetMs])
  return now
}
