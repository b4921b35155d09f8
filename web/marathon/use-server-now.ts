import { useSyncRecord } from '../store/unsent.ts'
import { useNow } from '../ui/hooks/use-now.ts'

/** The time by the server's clock, as far as this phone knows it. Registration windows follow that clock. */
export function useServerNow(everyMs?: number): number {
  return useNow(everyMs, useSyncRecord()?.serverOffsetMs)
}
