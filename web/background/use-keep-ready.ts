import { useEffect } from 'react'
import { expected } from '../../contract/errors.ts'
import type { AccountDb } from '../store/account-db.ts'

/** The delay keeps this work out of the first paint. */
const START_DELAY_MS = 3000

/**
 * Keeps the phone ready for race day: pictures, badge, storage and background refresh. Its code loads 3 seconds after
 * the start.
 * @param wanted it also waits for this: a visitor has nothing to keep before the first tap
 */
export function useKeepReady(db: AccountDb | null, wanted?: () => Promise<void>) {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isCancelled = false
    const timer = setTimeout(async () => {
      await wanted?.()
      const module = await import('./keep-ready.ts').catch(() => expected('no-code', null))
      if (!isCancelled) stop = module?.keepReady(db)
    }, START_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
      stop?.()
    }
  }, [db, wanted])
}
