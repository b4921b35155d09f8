import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import type { LogoutReason } from '../../auth/session-store.ts'
import { askForSync } from '../../data/sync-status.ts'
import { AccountCodeMissing } from '../../shared/code-missing.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { successPopUp } from '../../ui/pop-up.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { OtherWays } from './other-ways.tsx'
import { useAuthForm } from './use-auth-form.ts'

const route = getRouteApi('/login')

const REASONS: Record<LogoutReason, string> = {
  everywhere:
    'Your account was logged out everywhere, and so on this device. Changes that were not sent wait here until you log in.',
  deleted: 'Your account was deleted, and with it all that this device had of it.',
}

/** Why the server has logged out this phone. It is read after the first paint. */
function useLogoutReason(): LogoutReason | null {
  const [reason, setReason] = useState<LogoutReason | null>(null)
  useEffect(() => {
    import('../../auth/session-store.ts').then(({ logoutReason }) => logoutReason()).then(setReason, () => undefined)
  }, [])
  return reason
}

const DeletionNotes = lazy(() => import('./deletion-notes.tsx').then((m) => ({ default: m.DeletionNotes })))
const ResetDialog = lazy(() => import('./reset-dialog.tsx').then((m) => ({ default: m.ResetDialog })))
const POP_UP_MS = 1500

/** The login screen. */
export function LoginScreen() {
  useDocumentTitle('Login')
  const { user, loading, isCodeMissing, userLogin } = useAuth()
  const { redirect: target = '/', again = false } = route.useSearch()
  const router = useRouter()
  const emailField = useRef<HTMLInputElement>(null)
  const [resetting, setResetting] = useState(false)
  const reason = useLogoutReason()

  const continueToTarget = () => {
    router.history.replace(target)
    // Edits that waited for the session are sent at once.
    askForSync()
  }

  const { errors, failure, setFailure, pending, submit } = useAuthForm(async (fields) => {
    await userLogin(String(fields.get('email')).trim(), String(fields.get('password')))
    // Without `again`, the redirect below runs when `user` is set.
    if (again) continueToTarget()
    void successPopUp('Login Successful.', undefined, { timerMs: POP_UP_MS })
  })

  if (loading) return <SpinnerBlock />
  if (isCodeMissing) return <AccountCodeMissing />
  if (user?.email && !again) return <Navigate to={target} replace />

  return (
    <AuthLayout title="Login to Your Account">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {again && <p role="status">Your session has ended. Nothing on this phone is lost: log in, and it is sent.</p>}
        {reason && <p role="status">{REASONS[reason]}</p>}
        <Suspense>
          <DeletionNotes />
        </Suspense>
        <TextField
          ref={emailField}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          {...(again && user?.email ? { defaultValue: user.email, readOnly: true } : {})}
          error={errors.email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <button
          type="button"
          className="text-link -my-2 inline-flex min-h-11 items-center self-start"
          onClick={() => setResetting(true)}
        >
          Forgot Password?
        </button>
        <FormError>{failure}</FormError>
        <Button type="submit" size="lg" pending={pending} pendingLabel="Logging in…">
          Login
        </Button>
      </form>
      <OtherWays
        onSignedIn={continueToTarget}
        onFailure={setFailure}
        question="No account yet?"
        to="/register"
        label="Register Now"
      />
      {resetting && (
        <Suspense>
          <ResetDialog email={emailField.current?.value ?? ''} onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </AuthLayout>
  )
}
