import { Link } from '@tanstack/react-router'
import * as texts from '../../texts/compiled/account.js'
import { Rich } from '../../ui/rich.tsx'
import { GoogleButton } from './google-button.tsx'

interface OtherWaysProps {
  onSignedIn: () => void
  onFailure: (message: string) => void
  /** The text that leads to the other form, with a <link>. */
  instead: string
  to: '/login' | '/register'
  /** The path to open after the sign-in. The other form opens it too. */
  target: string
}

/** Below a sign-in form: Google, and the link to the other form. */
export function OtherWays({ onSignedIn, onFailure, instead, to, target }: OtherWaysProps) {
  return (
    <>
      <p aria-hidden="true" className="my-4 text-center text-ink-soft">
        {texts.or()}
      </p>
      <GoogleButton onSignedIn={onSignedIn} onFailure={onFailure} />
      <p className="mt-6 text-center">
        <Rich
          text={instead}
          tags={{
            // The forms replace one another: Back leads to where the user came from, also after the sign-in.
            link: (children) => (
              <Link
                to={to}
                search={target === '/' ? {} : { redirect: target }}
                replace
                className="text-link inline-flex min-h-11 items-center"
              >
                {children}
              </Link>
            ),
          }}
        />
      </p>
    </>
  )
}
