import { useAccount } from '../../data/account-context.tsx'
import type { OutboxRecord } from '../../data/account-db.ts'
import { discardEdit, discardedWith, unpark } from '../../data/handle-unsent.ts'
import type { OpMarathon } from '../../data/op-marathons.ts'
import { askForSync } from '../../data/sync-status.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton, DiscardButton, withStorageMessage } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'

/** The card of a waiting or parked edit. */
export function QueuedCard({ record, marathon }: { record: OutboxRecord; marathon: OpMarathon }) {
  const { db } = useAccount()
  const { op, state, reason, target } = record
  const parked = state === 'parked'
  const mayHaveArrived = Number(record.n) <= (useSyncRecord()?.sentUpTo ?? 0)
  const tryAgain = async () => {
    await unpark(db, target)
    askForSync()
  }
  return (
    <ChangeCard
      op={op}
      marathon={marathon}
      state={parked ? 'Set aside' : 'Waiting'}
      tone={parked ? 'danger' : 'soon'}
      reason={parked ? (reason ?? 'It could not be sent while others could.') : undefined}
      actions={
        <>
          {parked && <Button onClick={() => withStorageMessage(tryAgain)}>Try again</Button>}
          <CopyButton op={op} marathon={marathon} />
          <DiscardButton
            op={op}
            marathon={marathon}
            mayHaveArrived={mayHaveArrived}
            countWith={async () => (await discardedWith(db, record)).length - 1}
            onDiscard={() => discardEdit(db, record)}
          />
        </>
      }
    />
  )
}
