import { type RefObject, useEffect, useRef, useState } from 'react'
import { expected } from '../../../../contract/errors.ts'
import { inTime } from '../../../store/in-time.ts'
import type { ScannerState } from '../check-in-scan.ts'
import { isCameraAllowed } from './camera.ts'

/** A network that hangs must not keep the scanner starting without end. */
const LOAD_TIMEOUT_MS = 30_000

interface Scanner {
  video: RefObject<HTMLVideoElement | null>
  state: ScannerState
  /** Starts the scanner, or tries again. */
  start: () => void
  /** Turns the camera off until `start`. */
  stop: () => void
}

/**
 * Scans while the screen is visible. The browser asks the user for the camera only after `start`, unless it was allowed
 * before.
 * @param isPaused while true, the camera stays on and nothing is read
 */
export function useScanner(onCode: (text: string) => void, isPaused: boolean): Scanner {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, isPaused })
  const [state, setState] = useState<ScannerState>('asleep')
  // The number of the attempt; 0 while the camera is off.
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    latest.current = { onCode, isPaused }
  })

  useEffect(() => {
    let isCancelled = false
    void isCameraAllowed().then((allowed) => allowed && !isCancelled && setAttempt((now) => now || 1))
    return () => {
      isCancelled = true
    }
  }, [])

  useEffect(() => {
    if (attempt === 0) return
    let ended = new AbortController()
    // A hidden page must not hold the camera: another app may need it, and its light would stay on.
    const follow = async () => {
      ended.abort()
      if (document.visibilityState !== 'visible' || !video.current) return setState('asleep')
      ended = new AbortController()
      const { signal } = ended
      setState('starting')
      // The screen is there before the code of the camera.
      const loading = import('../check-in-scan.ts').catch(() => expected('no-code', null))
      const scanner = await inTime(loading, LOAD_TIMEOUT_MS, null)
      if (signal.aborted || !video.current) return
      if (!scanner) return setState('unread')
      void scanner.scan({
        video: video.current,
        onCode: (text) => latest.current.onCode(text),
        onState: setState,
        isPaused: () => latest.current.isPaused,
        signal,
      })
    }
    void follow()
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
