import { useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useAuthForm } from './use-auth-form.ts'

/**
 * Sends a link to choose a new password. Its message is the same whether the account exists or not, so that nobody can
 * find out who has one.
 */
export function ResetDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { resetPassword } = useAuth()
  const [sentTo, setSentTo] = useState('')
  const { errors, failure, pending, submit } = useAuthForm(async (fields) => {
    const address = String(fields.get('email')).trim()
    await resetPassword(address)
    setSentTo(address)
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reset your password"
      description="We send a link with which you choose a new one."
    >
      {sentTo ? (
        <div role="status" className="flex flex-col gap-4">
          <p>
            If there is an account for <strong>{sentTo}</strong>, a link is on its way. It may take a minute; look in
            the spam folder as well.
          </p>
          <Button onClick={onClose}>Back to login</Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={email}
            error={errors.email}
          />
          <FormError>{failure}</FormError>
          <Button type="submit" pending={pending} pendingLabel="Sending…">
            Send reset link
          </Button>
        </form>
      )}
    </Dialog>
  )
}
