import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AccountSection } from './account-section.tsx'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((m) => ({ default: m.DeleteAccountDialog })),
)

/** Deletes the account, after a dialog that says what goes with it. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title="Delete your account">
      <p>Your events, your applications and all else that is kept of you are deleted. Before, you see what that is.</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account…
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </AccountSection>
  )
}
