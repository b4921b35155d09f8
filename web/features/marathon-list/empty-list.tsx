import type { ReactNode } from 'react'
import { askForSync, useSyncPhase } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/marathon-list.js'
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
      <Notice kind="empty" title={texts.noneFits()} action={clear} />
    ) : (
      <Notice kind="empty" title={texts.noneYet()} />
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
      {common.tryAgain()}
    </Button>
  )
  if (phase === 'offline') {
    return (
      <Notice kind="offline" title={texts.noneHereYet()} action={again}>
        {texts.theyCome()}
      </Notice>
    )
  }
  return (
    <Notice kind="failed" title={texts.notLoaded()} action={again}>
      {phase === 'needs-sign-in' ? texts.logInToLoad() : texts.noGoodAnswer()}
    </Notice>
  )
}
