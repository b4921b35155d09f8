import { useEffect, useState } from 'react'

/** `missing`: this browser cannot. `refused`: it would not, as with a low battery. */
export type WakeLockState = 'off' | 'on' | 'refused' | 'missing'

/** Keeps the screen on while `wanted`. The system takes the lock away with the page; it is asked for again on return. */
export function useWakeLock(wanted: boolean): WakeLockState {
  const [state, setState] = useState<WakeLockState>('off')
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!wanted) return setState('off')
    if (!wakeLock) return setState('missing')
    let left = false
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      if (left || document.visibilityState !== 'visible' || held?.released === false) return
      try {
        const got = await wakeLock.request('screen')
        if (left) return void got.release()
        held = got
        setState('on')
        got.addEventListener('release', () => !left && setState('off'))
      } catch {
        if (!left) setState('refused')
      }
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release().catch(() => undefined)
    }
  }, [wanted])
  return state
}
