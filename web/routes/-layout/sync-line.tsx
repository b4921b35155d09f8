import { Button } from '../../components/button.tsx'
import { askForSync, type SyncPhase, useSyncPhase } from '../../data/sync-status.ts'
import { useUnsentCounts } from '../../data/unsent.ts'

/** What waits and why, below the navigation; nothing at all while everything is sent. */
export function SyncLine() {
  const phase = useSyncPhase()
  const { unsent } = useUnsentCounts()
  const words = syncWords(phase, unsent)
  return (
    // Always there, so that a change of its words is read out.
    <div role="status" className="no-print">
      {words && (
        <div className="border-b border-line bg-soon-tint text-soon">
          <div className="shell flex min-h-11 flex-wrap items-center gap-x-4 py-1 text-sm font-semibold">
            <p className="min-w-0 flex-1 basis-56 py-1">{words}</p>
            {unsent > 0 && phase !== 'sending' && phase !== 'needs-update' && (
              <Button variant="quiet" className="text-sm" onClick={askForSync}>
                Send now
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Null where there is nothing to say. Offline alone is no news: only what waits because of it is. */
export function syncWords(phase: SyncPhase, unsent: number): string | null {
  const waiting = unsent === 1 ? '1 change waits on this phone' : `${unsent} changes wait on this phone`
  switch (phase) {
    case 'needs-sign-in':
      return unsent > 0 ? `${waiting}. Log in again to send.` : null
    case 'needs-update':
      return 'This version of the app is too old to sync. Close it and open it again.'
    case 'portal':
      return `This network asks for a login of its own before it lets anything through.${unsent > 0 ? ` ${waiting}.` : ''}`
    case 'offline':
      return unsent > 0 ? `You are offline. ${waiting} and will be sent by itself.` : null
    case 'failing':
      return unsent > 0 ? `${waiting}: the server does not answer. It is tried again by itself.` : null
    case 'idle':
    case 'sending':
      return unsent > 0 ? `${waiting} to be sent.` : null
  }
}
