import { type FormEvent, useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { checkForm } from '../../ui/format/validity-messages.ts'
import { authFailureMessage } from './auth-failure-message.ts'

/**
 * Sends a link to choose a new password. Its message is the same whether the account exists or not, so that nobody can
 * find out who has one.
 */
export function ResetDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { resetPassword } = useAuth()
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState(false)
  const [sentTo, setSentTo] = useState('')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('email')).trim()
    const wrong = checkForm(event.currentTarget).email ?? ''
    setError(wrong)
    setFailure('')
    if (wrong) return
    setPending(true)
    try {
      await resetPassword(address)
      setSentTo(address)
    } catch (thrown) {
      setFailure(authFailureMessage(thrown))
    } finally {
      setPending(false)
    }
  }

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
            error={error}
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
