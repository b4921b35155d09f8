import { useState } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/account.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Rich } from '../../ui/rich.tsx'
import { useAuthForm } from './use-auth-form.ts'

/**
 * Sends a link to choose a new password. Its message is the same whether the account exists or not, so that nobody can
 * find out who has one.
 */
export function ResetDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { resetPassword } = useAuth()
  const [sentTo, setSentTo] = useState('')
  const { bind, failure, pending, props } = useAuthForm(async (fields) => {
    const address = String(fields.get('email')).trim()
    await resetPassword(address)
    setSentTo(address)
  })

  return (
    <Dialog title={texts.resetTitle()} description={texts.resetDescription()} onClose={onClose}>
      {sentTo ? (
        <div role="status" className="flex flex-col gap-4">
          <p>
            <Rich
              text={texts.resetSent({ email: sentTo })}
              tags={{ email: (children) => <strong>{children}</strong> }}
            />
          </p>
          <Button onClick={onClose}>{texts.backToLogin()}</Button>
        </div>
      ) : (
        <form noValidate {...props} className="flex flex-col gap-5">
          <TextField autoComplete="email" defaultValue={email} {...bind('email')} />
          <FormError>{failure}</FormError>
          <Button type="submit" pending={pending} pendingLabel={texts.sending()}>
            {texts.sendResetLink()}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
