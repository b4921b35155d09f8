import { SLOW_SEND_MS, useSyncPhase } from '../store/sync-status.ts'
import { useLasted } from '../ui/hooks/use-lasted.ts'

/**
 * Has the pass that runs taken so long that its request may hang? The user can then ask for another one. Live.
 */
export function useSlowSend(): boolean {
  return useLasted(useSyncPhase() === 'sending', SLOW_SEND_MS)
}
