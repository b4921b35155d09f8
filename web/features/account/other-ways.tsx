import { Link } from '@tanstack/react-router'
import { GoogleButton } from './google-button.tsx'

interface OtherWaysProps {
  onSignedIn: () => void
  onFailure: (message: string) => void
  question: string
  to: '/login' | '/register'
  label: string
}

/** Below a sign-in form: Google, and the link to the other form. */
export function OtherWays({ onSignedIn, onFailure, question, to, label }: OtherWaysProps) {
  return (
    <>
      <p aria-hidden="true" className="my-4 text-center text-ink-soft">
        or
      </p>
      <GoogleButton onSignedIn={onSignedIn} onFailure={onFailure} />
      <p className="mt-6 text-center">
        {question}{' '}
        <Link to={to} className="text-link inline-flex min-h-11 items-center">
          {label}
        </Link>
      </p>
    </>
  )
}
