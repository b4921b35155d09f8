import { type FormEvent, useState } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import { AuthFailure } from '../../session/auth-failure.ts'
import { deleteAccount } from '../../session/delete-account.ts'
import { useAccount } from '../../store/account-context.tsx'
import { useLiveRead } from '../../store/live-read.ts'
import { useToldPhase } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { AccountSection } from './account-section.tsx'
import { type Belongings, deletionSentences, readBelongings } from './belongings.ts'
import { HandOver } from './hand-over.tsx'

/** Deletes the account, after a dialog that says what goes with it. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title={texts.deleteAccount()}>
      <p>{texts.deleteDescription()}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {texts.deleteMineAsk()}
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </AccountSection>
  )
}

const UNREAD: Belongings = { events: 0, entrants: 0, applications: 0, helping: 0, unsent: 0, isComplete: false }

/** Says what goes with the account, and deletes it once the user has typed the account's email. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { db } = useAccount()
  const { user } = useAuth()
  const email = user?.email ?? ''
  const belongings = useLiveRead(() => readBelongings(db), [db]) ?? UNREAD
  const isOffline = useToldPhase() === 'offline'
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('confirmation')).trim()
    setFailure('')
    if (typed.toLowerCase() !== email.toLowerCase()) return setError(texts.typeEmail({ email }))
    setError('')
    setPending(true)
    try {
      // Nobody is signed in any more then, so the login page comes, and tells what becomes of the deletion.
      await deleteAccount(db.uid)
    } catch (thrown) {
      setFailure(thrown instanceof AuthFailure ? texts.logInFirst() : texts.notStored())
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.deleteQuestion()}
      description={texts.cannotBeUndone()}
      action={
        <Button type="submit" form="delete-account" variant="danger" pending={pending} pendingLabel={texts.deleting()}>
          {texts.deleteMine()}
        </Button>
      }
    >
      <form id="delete-account" noValidate onSubmit={submit} className="grid gap-4">
        <HandOver />
        <ul className="grid list-disc gap-2 ps-5">
          {deletionSentences(belongings, isOffline).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <TextField
          label={texts.emailToConfirm()}
          name="confirmation"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={error}
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  )
}
