import { Navigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { useAuth } from '../../auth/auth-context.tsx'
import { AuthFailure } from '../../auth/auth-failure.ts'
import { AccountCodeMissing } from '../../shared/code-missing.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { checkForm } from '../../ui/format/validity-messages.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { successPopUp } from '../../ui/pop-up.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { authFailureMessage } from './auth-failure-message.ts'
import { AuthLayout } from './auth-layout.tsx'
import { OtherWays } from './other-ways.tsx'

const POP_UP_MS = 1500

/** The register screen. */
export function RegisterScreen() {
  useDocumentTitle('Registration')
  const { user, loading, isCodeMissing, userRegistration } = useAuth()
  const router = useRouter()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState(false)

  if (loading) return <SpinnerBlock />
  if (isCodeMissing) return <AccountCodeMissing />
  if (user?.email) return <Navigate to="/" replace />

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = checkForm(form)
    setErrors(wrong)
    setFailure('')
    if (Object.keys(wrong).length > 0) return
    const text = (name: string) => String(new FormData(form).get(name)).trim()
    setPending(true)
    try {
      const password = String(new FormData(form).get('password'))
      await userRegistration(text('email'), password, { displayName: text('name'), photoURL: text('photoURL') })
      void successPopUp('Registration Successful.', undefined, { timerMs: POP_UP_MS })
    } catch (thrown) {
      const field = fieldOf(thrown)
      if (field) {
        setErrors({ [field]: authFailureMessage(thrown) })
        const control = form.elements.namedItem(field)
        if (control instanceof HTMLElement) control.focus()
      } else setFailure(authFailureMessage(thrown))
    } finally {
      setPending(false)
    }
  }

  return (
    <AuthLayout title="Create Your Account">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={MAX_LENGTH.name}
          error={errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={MAX_LENGTH.email}
          error={errors.email}
        />
        <TextField
          label="Photo URL"
          name="photoURL"
          type="url"
          inputMode="url"
          autoComplete="photo"
          required={false}
          maxLength={MAX_LENGTH.url}
          hint="A web address that starts with https://"
          error={errors.photoURL}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 6 characters, with an uppercase and a lowercase letter"
          error={errors.password}
        />
        <FormError>{failure}</FormError>
        <Button type="submit" size="lg" pending={pending} pendingLabel="Registering…">
          Register
        </Button>
      </form>
      <OtherWays
        onSignedIn={() => router.history.replace('/')}
        onFailure={setFailure}
        question="Already have an account?"
        to="/login"
        label="Login Now"
      />
    </AuthLayout>
  )
}

/** The field that a failed registration concerns; undefined if it concerns none. */
function fieldOf(failure: unknown): 'email' | 'password' | undefined {
  if (!(failure instanceof AuthFailure)) return undefined
  if (failure.code === 'email-in-use') return 'email'
  return failure.code === 'short-password' || failure.code === 'easy-password' ? 'password' : undefined
}
