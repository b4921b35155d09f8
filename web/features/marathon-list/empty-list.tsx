import type { ReactNode } from 'react'
import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'

type EmptyListProps = { filtered: boolean; clear: ReactNode }

/** Tells why the list is empty: no marathon matches, none exists, none has arrived yet, or none can arrive. */
export function EmptyList({ filtered, clear }: EmptyListProps) {
  const phase = useSyncPhase()
  const record = useSyncRecord()
  if (!record) return null
  if (record.syncedAt !== null) {
    return filtered ? (
      <Notice kind="empty" title="No marathon fits these filters." action={clear} />
    ) : (
      <Notice kind="empty" title="No marathons yet." />
    )
  }
  if (phase === 'idle' || phase === 'sending') {
    return (
      <div className={CARD_GRID}>
        <CardSkeletons count={8} />
      </div>
    )
  }
  const again = (
    <Button variant="secondary" onClick={askForSync}>
      Try again
    </Button>
  )
  if (phase === 'offline') {
    return (
      <Notice kind="offline" title="No events are on this phone yet." action={again}>
        They come as soon as there is a network.
      </Notice>
    )
  }
  return (
    <Notice kind="failed" title="The events could not be loaded." action={again}>
      {phase === 'needs-sign-in' ? 'Log in again to load them.' : 'The server did not answer as it should.'}
    </Notice>
  )
}
