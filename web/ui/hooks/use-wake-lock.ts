import { useEffect, useState } from 'react'
import { expected } from '../../../contract/errors.ts'

/**
 * `missing`: the browser has no wake lock. `refused`: it did not grant the lock, for example because the battery is
 * low.
 */
export type WakeLockState = 'off' | 'on' | 'refused' | 'missing'

/**
 * Keeps the screen on while `wanted`. The browser releases the lock when the page is hidden, so it is requested again
 * when the page is visible.
 */
export function useWakeLock(wanted: boolean): WakeLockState {
  const [state, setState] = useState<WakeLockState>('off')
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!wanted) return setState('off')
    if (!wakeLock) return setState('missing')
    let isCancelled = false
    let lock: WakeLockSentinel | undefined
    const requestLock = async () => {
      if (isCancelled || document.visibilityState !== 'visible' || lock?.released === false) return
      try {
        const granted = await wakeLock.request('screen')
        if (isCancelled) return void granted.release()
        lock = granted
        setState('on')
        granted.addEventListener('release', () => !isCancelled && setState('off'))
      } catch {
        expected('refused')
        if (!isCancelled) setState('refused')
      }
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isCancelled = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release().catch(() => expected('refused'))
    }
  }, [wanted])
  return state
}
