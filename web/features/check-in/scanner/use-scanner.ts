import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ScannerState, scan } from '../check-in-scan.ts'
import { isCameraAllowed } from './camera.ts'

/**
 * Scans while the screen is visible. The browser asks the user for the camera only after `start`, unless it was allowed
 * before.
 * @param isPaused while true, the camera stays on and nothing is read
 * @returns `start` starts the scanner, or tries again; `stop` turns the camera off until `start`
 */
export function useScanner(onCode: (text: string) => void, isPaused: boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<ScannerState>('asleep')
  // The number of the attempt; 0 while the camera is off.
  const [attempt, setAttempt] = useState(0)
  const tell = useEffectEvent(onCode)
  const isHeld = useEffectEvent(() => isPaused)

  useEffect(() => void isCameraAllowed().then((isAllowed) => isAllowed && setAttempt((now) => now || 1)), [])

  useEffect(() => {
    if (attempt === 0) return
    let ended = new AbortController()
    // A hidden page must not hold the camera: another app may need it, and its light would stay on.
    const follow = () => {
      ended.abort()
      if (document.visibilityState !== 'visible' || !video.current) return setState('asleep')
      ended = new AbortController()
      void scan({
        video: video.current,
        onCode: (text) => tell(text),
        onState: setState,
        isPaused: () => isHeld(),
        signal: ended.signal,
      })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      ended.abort()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [attempt])

  return {
    video,
    state,
    start: () => setAttempt((now) => now + 1),
    stop: () => {
      setAttempt(0)
      setState('asleep')
    },
  }
}
