import { useRef, useState } from 'react'
import type { LinkedSecret } from '../../../contract/text/entry-link.ts'
import { rejectionMessage } from '../../status/rejection-message.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import { sendAgain } from '../../store/handle-unsent.ts'
import { claimEntry } from '../../store/rows/hand-over.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as registration from '../../texts/compiled/registration.js'
import * as texts from '../../texts/compiled/take.js'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

type ClaimProps = { marathonId: string; entry: LinkedSecret; onDone: () => void }

/** With one tap the entry that a desk made is the account's: once the server says so. */
export function Claim({ marathonId, entry: { id, secret }, onDone }: ClaimProps) {
  const { db } = useAccount()
  // The rejected claim. The next try replaces it.
  const rejected = useRef<InboxRecord | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  const send = async () => {
    const again = rejected.current && (await sendAgain(db, rejected.current))
    const opIds = again ? [again] : await claimEntry(db, id, { marathonId, secret })
    rejected.current = null
    const outcome = await awaitVerdict(db, opIds)
    if (outcome.kind === 'gone') return setFailure(registration.discarded())
    if (outcome.kind === 'rejected') {
      rejected.current = outcome.item
      const { code = 'UNAVAILABLE', op, fields } = outcome.item
      return setFailure(rejectionMessage(code, op, fields).message)
    }
    if (outcome.kind === 'parked') await tellVerdict(outcome, async () => undefined)
    onDone()
  }
  const claim = () => {
    setPending(true)
    setFailure('')
    void withStorageMessage(send, texts.notClaimed()).finally(() => setPending(false))
  }
  return (
    <>
      <Button size="lg" onClick={claim} pending={pending} pendingLabel={texts.claiming()}>
        {texts.claim()}
      </Button>
      <FormError>{failure}</FormError>
    </>
  )
}
