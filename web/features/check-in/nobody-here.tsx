import { useSyncPhase } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'

/**
 * Shown where this phone has no such event at which the user checks in. While rows are still to come, as right after an
 * accepted invitation, nobody knows whether the event is among them.
 */
export function NobodyHere({ isFetching }: { isFetching: boolean }) {
  const phase = useSyncPhase()
  if (!isFetching) {
    return (
      <Notice kind="empty" title={texts.nobodyToCheckIn()}>
        {texts.notYours()}
      </Notice>
    )
  }
  const isUnderWay = phase === 'idle' || phase === 'sending'
  return (
    <div className="grid grid-cols-1 gap-4 py-4">
      <p role="status" className="text-lg">
        {isUnderWay ? texts.fetchingEntrants() : texts.entrantsMissing()}
      </p>
      {isUnderWay && <RowSkeletons count={4} />}
    </div>
  )
}
