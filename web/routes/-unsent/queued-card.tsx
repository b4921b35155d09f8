import { Button } from '../../components/button.tsx'
import { useAccount } from '../../data/account-context.tsx'
import type { OutboxRecord } from '../../data/account-db.ts'
import { discardEdit, unpark, useSyncRecord } from '../../data/unsent.ts'
import { CopyButton, DiscardButton, guarded } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'

/** An edit that waits, or that was set aside. */
export function QueuedCard({ record, title }: { record: OutboxRecord; title: string }) {
  const { db } = useAccount()
  const { op, state, reason, target } = record
  const parked = state === 'parked'
  const mayHaveArrived = Number(record.n) <= (useSyncRecord()?.sentUpTo ?? 0)
  return (
    <ChangeCard
      op={op}
      title={title}
      state={parked ? 'Set aside' : 'Waiting'}
      tone={parked ? 'danger' : 'soon'}
      reason={parked ? (reason ?? 'It could not be sent while others could.') : undefined}
      actions={
        <>
          {parked && <Button onClick={() => guarded(() => unpark(db, target))}>Try again</Button>}
          <CopyButton op={op} title={title} />
          <DiscardButton
            op={op}
            title={title}
            mayHaveArrived={mayHaveArrived}
            onDiscard={() => discardEdit(db, record)}
          />
        </>
      }
    />
  )
}
