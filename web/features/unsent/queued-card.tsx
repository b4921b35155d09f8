import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { OutboxRecord } from '../../store/account-db.ts'
import { type DiscardOutcome, discardEdit, discardedWith, mayHaveArrived, unpark } from '../../store/handle-unsent.ts'
import { readInTime } from '../../store/read-in-time.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import { askForSync } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/unsent.js'
import { Button } from '../../ui/button.tsx'
import { CopyEditButton, DiscardButton } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'
import { parkMessage } from './park-message.ts'

/** The card of a waiting or parked edit. */
export function QueuedCard({ record, marathon }: { record: OutboxRecord; marathon: OpMarathon }) {
  const { db } = useAccount()
  const { op, state, reason, target } = record
  const parked = state === 'parked'
  const wasSent = mayHaveArrived(record, useSyncRecord())
  const isOther = ({ opId }: OutboxRecord) => opId !== record.opId
  const tryAgain = async () => {
    await unpark(db, target)
    askForSync()
  }
  return (
    <ChangeCard
      op={op}
      marathon={marathon}
      state={parked ? texts.setAside() : texts.waiting()}
      tone={parked ? 'danger' : 'soon'}
      reason={reason && parkMessage(reason)}
      actions={
        <>
          {parked && <Button onClick={() => withStorageMessage(tryAgain)}>{common.tryAgain()}</Button>}
          <CopyEditButton op={op} marathon={marathon} />
          <DiscardButton
            op={op}
            marathon={marathon}
            mayHaveArrived={wasSent}
            countWith={async () => (await readInTime(() => discardedWith(db, record))).filter(isOther).length}
            onDiscard={async () => lateMessage(await discardEdit(db, record), wasSent)}
          />
        </>
      }
    />
  )
}

/**
 * What the question did not say, because the edit was sent, or had its verdict, while the question was open.
 * @param wasSent what the question said
 */
function lateMessage(outcome: DiscardOutcome, wasSent: boolean): string | null {
  if (outcome === 'gone') return texts.goneMeanwhile()
  if (outcome === 'unsent' || wasSent) return null
  return texts.sentMeanwhile()
}
