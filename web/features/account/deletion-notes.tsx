import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { type Deletion, deletions, forgetDeletion, isToldUnasked, isUntold } from '../../auth/deletion-marks.ts'
import { goOnDeleting } from '../../auth/go-on-deleting.ts'
import { stopTelling, tellDeletion } from '../../auth/tell-deletions.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** What the button says that ends the telling. */
const STOP: Partial<Record<Deletion['state'], string>> = {
  due: 'Keep the account',
  sent: 'Do not tell it again',
  recorded: 'Leave the login',
}

/** What becomes of the accounts that this phone deletes: one note each, until the user has read how it ended. */
export function DeletionNotes() {
  const all = useLiveQuery(() => deletions().catch(() => []))
  return all?.map((deletion) => <DeletionNote key={deletion.uid} deletion={deletion} />)
}

function DeletionNote({ deletion }: { deletion: Deletion }) {
  const { uid, state } = deletion
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const tell = async () => {
    setFailure('')
    setPending(true)
    const isTold = await tellDeletion(uid).catch(() => false)
    setPending(false)
    if (isTold) return
    setFailure('It could not be finished now. Try again once you have a network.')
    void goOnDeleting()
  }
  const stop = async () => {
    if (!(await stopTelling(deletion))) setFailure('That came too late.')
  }
  return (
    <section aria-label="Account deletion" className="grid justify-items-start gap-3 border-l-4 border-danger pl-4">
      <p role="status">{message(deletion)}</p>
      <FormError>{failure}</FormError>
      {isUntold(deletion) ? (
        <div className="flex flex-wrap gap-3">
          <Button type="button" pending={pending} pendingLabel="Deleting…" onClick={tell}>
            Delete it now
          </Button>
          <Button type="button" variant="secondary" onClick={stop}>
            {STOP[state]}
          </Button>
        </div>
      ) : (
        <Button type="button" variant="secondary" onClick={() => forgetDeletion(uid)}>
          OK
        </Button>
      )}
    </section>
  )
}

function message(deletion: Deletion): string {
  const { email, state } = deletion
  const when = isToldUnasked(deletion, Date.now())
    ? 'It is told as soon as there is a network. Keep the app until then.'
    : 'That was more than a week ago, so it is told only if you ask for it here.'
  switch (state) {
    case 'due':
      return `${email} is deleted on this device, but not on the server, which has not heard of it. ${when}`
    case 'sent':
      return `${email} is deleted on this device. Whether the server has heard of it is not known: its answer is missing. ${when}`
    case 'recorded':
      return `The server deletes all data of ${email}, which can take some minutes. The login is deleted as soon as there is a network.`
    case 'done':
      return `The login of ${email} is deleted. The server deletes all data of it, which can take some minutes.`
    case 'login-left':
      return `The server deletes all data of ${email}, which can take some minutes. The login is left, because it can only be deleted soon after you log in. To delete it too, log in and delete the account again.`
    case 'refused':
      return `It is not sure that ${email} is deleted: its login has changed since, or does not exist any more. If you can log in, delete the account again.`
  }
}
