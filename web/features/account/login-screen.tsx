import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { type LogoutReason, logoutReason } from '../../session/logout-reason.ts'
import { AccountCodeMissing } from '../../status/account-code-missing.tsx'
import { askForSync } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/account.js'
import { Button } from '../../ui/button.tsx'
import { briefPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { LedHere } from './led-here.tsx'
import { OtherWays } from './other-ways.tsx'
import { useAuthForm } from './use-auth-form.ts'

const route = getRouteApi('/login')

const REASONS: Record<LogoutReason, () => string> = {
  everywhere: texts.loggedOutHere,
  deleted: texts.deletedHere,
}

/** Reads something of the phone after the first paint; undefined until then, or if it cannot be read. */
function useReadOnce<T>(read: () => Promise<T>): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    read().then(setValue, recordError)
  }, [read])
  return value
}

const hasDeletions = async () => (await (await import('../../session/deletion-marks.ts')).deletions()).length > 0
const DeletionNotes = lazy(() => import('./deletion-notes.tsx').then((m) => ({ default: m.DeletionNotes })))
const ResetDialog = lazy(() => import('./reset-dialog.tsx').then((m) => ({ default: m.ResetDialog })))
/** The login screen. */
export function LoginScreen() {
  useDocumentTitle(texts.loginTitle())
  const { user, loading, isCodeMissing, userLogin } = useAuth()
  const { redirect: target = '/', again = false } = route.useSearch()
  const router = useRouter()
  const emailField = useRef<HTMLInputElement>(null)
  const [resetting, setResetting] = useState(false)
  const reason = useReadOnce(logoutReason)
  // Few phones delete an account, and only they need the code of the notes.
  const isDeleting = useReadOnce(hasDeletions)

  const continueToTarget = () => {
    router.history.replace(target)
    // Edits that waited for the session are sent at once.
    askForSync()
  }

  const { bind, failure, setFailure, pending, props } = useAuthForm(async (fields) => {
    await userLogin(String(fields.get('email')).trim(), String(fields.get('password')))
    // Without `again`, the redirect below runs when `user` is set.
    if (again) continueToTarget()
    void briefPopUp(texts.loginSuccessful())
  })

  if (loading) return <SpinnerBlock />
  if (isCodeMissing) return <AccountCodeMissing />
  if (user?.email && !again) return <Navigate to={target} replace />

  return (
    <AuthLayout title={texts.loginHeading()}>
      {!again && <LedHere path={target} />}
      <form noValidate {...props} className="flex flex-col gap-5">
        {again && <p role="status">{texts.sessionEnded()}</p>}
        {reason && <p role="status">{REASONS[reason]()}</p>}
        {isDeleting && (
          <Suspense>
            <DeletionNotes />
          </Suspense>
        )}
        <TextField
          ref={emailField}
          autoComplete="username"
          {...(again && user?.email ? { defaultValue: user.email, readOnly: true } : {})}
          {...bind('email')}
        />
        <PasswordField autoComplete="current-password" {...bind('password')} />
        <button
          type="button"
          className="text-link -my-2 inline-flex min-h-11 items-center self-start"
          onClick={() => setResetting(true)}
        >
          {texts.forgotPassword()}
        </button>
        <FormError>{failure}</FormError>
        <Button type="submit" size="lg" pending={pending} pendingLabel={texts.loggingIn()}>
          {texts.logIn()}
        </Button>
      </form>
      <OtherWays
        onSignedIn={continueToTarget}
        onFailure={setFailure}
        instead={texts.registerInstead()}
        to="/register"
        target={target}
      />
      {resetting && (
        <Suspense>
          <ResetDialog email={emailField.current?.value ?? ''} onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </AuthLayout>
  )
}
