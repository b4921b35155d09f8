import { AuthFailure } from '../../auth/auth-failure.ts'
import { PORTAL_MESSAGE } from '../../shared/sync/portal-message.ts'

/** The message for a failed sign-in or registration. It is empty if the user closed the popup on purpose. */
export function authFailureMessage(failure: unknown): string {
  const code = failure instanceof AuthFailure ? failure.code : 'other'
  switch (code) {
    case 'invalid-credential':
      return 'User Not Found! Email or Password Invalid.'
    case 'email-in-use':
      return 'This Email is Used in Another Account.'
    case 'short-password':
      return 'Password Must Be at Least 6 Characters Long'
    case 'easy-password':
      return 'The password must including at least one uppercase and one lowercase letter'
    case 'offline':
      return 'Signing in needs a connection. Try again once you have one.'
    case 'portal':
      return PORTAL_MESSAGE
    case 'rate-limited':
      return 'Too many attempts. Wait a few minutes, then try again.'
    case 'logged-out':
      return 'Your account was logged out everywhere. Try again.'
    case 'deleted':
      return 'This account was deleted. Log in again to begin anew.'
    case 'deleting':
      return 'This account is being deleted. The login page says how far it is.'
    case 'popup-closed':
      return ''
    case 'busy':
      return 'The last logout is not finished: another window of this app holds it up. Close it, then try again.'
    case 'no-storage':
      return 'This browser does not let the site keep anything on your device, so nobody can be signed in here. Allow cookies and site data for it, then try again.'
    case 'other':
      return 'That did not work. Try again in a moment.'
  }
}
