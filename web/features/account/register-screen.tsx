import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { passwordFailure } from '../../session/auth-failure.ts'
import { AccountCodeMissing } from '../../status/account-code-missing.tsx'
import * as texts from '../../texts/compiled/account.js'
import { Button } from '../../ui/button.tsx'
import { briefPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { PictureField } from '../../ui/pictures/picture-field.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { authFailureMessage } from './auth-failure-message.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LedHere } from './led-here.tsx'
import { OtherWays } from './other-ways.tsx'
import { useAuthForm } from './use-auth-form.ts'

const route = getRouteApi('/register')

/** What the password lacks, beside the errors of the other fields. */
function passwordProblem(fields: FormData): Record<string, string> {
  const failure = passwordFailure(String(fields.get('password')))
  return failure ? { password: authFailureMessage(failure) } : {}
}

/** The register screen. */
export function RegisterScreen() {
  useDocumentTitle(texts.registrationTitle())
  const { user, loading, isCodeMissing, userRegistration } = useAuth()
  const { redirect: target = '/' } = route.useSearch()
  const router = useRouter()
  const { bind, errors, failure, setFailure, pending, props } = useAuthForm(async (fields) => {
    const text = (name: string) => String(fields.get(name)).trim()
    const profile = { displayName: text('name'), photoURL: text('photoURL') }
    await userRegistration(text('email'), String(fields.get('password')), profile)
    void briefPopUp(texts.registrationSuccessful())
  }, passwordProblem)

  if (loading) return <SpinnerBlock />
  if (isCodeMissing) return <AccountCodeMissing />
  if (user?.email) return <Navigate to={target} replace />

  return (
    <AuthLayout title={texts.createHeading()}>
      <LedHere path={target} isNew />
      <form noValidate {...props} className="flex flex-col gap-5">
        <TextField autoComplete="name" data-max-length={MAX_LENGTH.name} {...bind('name')} />
        <TextField autoComplete="username" data-max-length={MAX_LENGTH.email} {...bind('email')} />
        <PictureField
          label={texts.photoUrl()}
          name="photoURL"
          autoComplete="photo"
          required={false}
          data-max-length={MAX_LENGTH.url}
          hint={texts.photoUrlHint()}
          error={errors.photoURL}
        />
        <PasswordField autoComplete="new-password" hint={texts.passwordHint()} {...bind('password')} />
        <FormError>{failure}</FormError>
        <Button type="submit" size="lg" pending={pending} pendingLabel={texts.registering()}>
          {texts.register()}
        </Button>
      </form>
      <OtherWays
        onSignedIn={() => router.history.replace(target)}
        onFailure={setFailure}
        instead={texts.logInInstead()}
        to="/login"
        target={target}
      />
    </AuthLayout>
  )
}
