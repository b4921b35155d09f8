import { useEffect } from 'react'
import type { AccountDb } from '../data/account-db.ts'

/** Long after the first paint: none of it is for the screen. */
const CALM_AFTER_MS = 3000

/** What keeps the phone ready for race day: pictures, badge, storage, background refresh. Loaded when all is calm. */
export function useKeepReady(db: AccountDb | null) {
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const timer = setTimeout(async () => {
      const module = await import('./keep-ready.ts').catch(() => null)
      if (!left) stop = module?.keepReady(db)
    }, CALM_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      stop?.()
    }
  }, [db])
}
