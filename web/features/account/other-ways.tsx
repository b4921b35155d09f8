import * as texts from '../../texts/compiled/account.js'
import { linkTo, Rich } from '../../ui/rich.tsx'
import { GoogleButton } from './google-button.tsx'

interface OtherWaysProps {
  onSignedIn: () => void
  onFailure: (message: string) => void
  /** The text that leads to the other form, with a <link>. */
  instead: string
  to: '/login' | '/register'
}

/** Below a sign-in form: Google, and the link to the other form. */
export function OtherWays({ onSignedIn, onFailure, instead, to }: OtherWaysProps) {
  return (
    <>
      <p aria-hidden="true" className="my-4 text-center text-ink-soft">
        {texts.or()}
      </p>
      <GoogleButton onSignedIn={onSignedIn} onFailure={onFailure} />
      <p className="mt-6 text-center">
        <Rich text={instead} tags={{ link: linkTo(to, 'inline-flex min-h-11 items-center') }} />
      </p>
    </>
  )
}
