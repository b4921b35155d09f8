import { useEffect, useState } from 'react'
import { SLOW_SEND_MS, useSyncPhase } from '../store/sync-status.ts'

/**
 * Has the pass that runs taken so long that its request may hang? The user can then ask for another one. Live.
 */
export function useSlowSend(): boolean {
  const isSending = useSyncPhase() === 'sending'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isSending) return setIsSlow(false)
    const timer = setTimeout(() => setIsSlow(true), SLOW_SEND_MS)
    return () => clearTimeout(timer)
  }, [isSending])
  return isSlow && isSending
}
