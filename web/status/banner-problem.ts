import { type SyncPhase, useToldPhase } from '../store/sync-status.ts'
import { useUnsentCounts } from '../store/unsent.ts'

/** What the sync banner says of the network. It says that the phone is offline only while edits wait. */
export function bannerProblem(phase: SyncPhase, waiting: number): 'offline' | 'portal' | null {
  if (phase === 'portal') return 'portal'
  return phase === 'offline' && waiting > 0 ? 'offline' : null
}

/** What the sync banner says of the network, live. Other notices of the screen do not repeat it. */
export function useBannerProblem(): 'offline' | 'portal' | null {
  const phase = useToldPhase()
  const { waiting } = useUnsentCounts()
  return bannerProblem(phase, waiting)
}
