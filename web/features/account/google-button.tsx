import { useState } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/account.js'
import { Button } from '../../ui/button.tsx'
import { briefPopUp } from '../../ui/dialogs/pop-up.ts'
import { authFailureMessage } from './auth-failure-message.ts'

type GoogleButtonProps = {
  /** Runs after the sign-in. */
  onSignedIn: () => void
  onFailure: (words: string) => void
}

/** The button that signs in with Google. */
export function GoogleButton({ onSignedIn, onFailure }: GoogleButtonProps) {
  const { signInWithGoogle } = useAuth()
  const [pending, setPending] = useState(false)

  const signIn = async () => {
    setPending(true)
    onFailure('')
    try {
      await signInWithGoogle(onSignedIn)
      void briefPopUp(texts.loginSuccessful())
    } catch (failure) {
      onFailure(authFailureMessage(failure))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button variant="secondary" size="lg" className="w-full" pending={pending} onClick={signIn}>
      {!pending && <GoogleMark />}
      <span>{texts.loginWithGoogle()}</span>
    </Button>
  )
}

/** Google's logo. Google's branding rules require these colours. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"
      />
      <path fill="#FBBC05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6z" />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-5 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </svg>
  )
}
