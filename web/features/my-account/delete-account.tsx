import { lazy, Suspense, useState } from 'react'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { AccountSection } from './account-section.tsx'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((m) => ({ default: m.DeleteAccountDialog })),
)

/** Deletes the account, after a dialog that says what goes with it. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title={texts.deleteAccount()}>
      <p>{texts.deleteDescription()}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {texts.deleteMineAsk()}
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </AccountSection>
  )
}
