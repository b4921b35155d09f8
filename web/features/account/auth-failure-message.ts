import { AuthFailure } from '../../session/auth-failure.ts'
import { portalMessage } from '../../status/portal-message.ts'
import * as texts from '../../texts/compiled/account.js'

/** The message for a failed sign-in or registration. It is empty if the user closed the popup on purpose. */
export function authFailureMessage(failure: unknown): string {
  const code = failure instanceof AuthFailure ? failure.code : 'other'
  switch (code) {
    case 'invalid-credential':
      return texts.invalidCredential()
    case 'email-in-use':
      return texts.emailInUse()
    case 'short-password':
      return texts.shortPassword()
    case 'easy-password':
      return texts.easyPassword()
    case 'offline':
      return texts.offline()
    case 'portal':
      return portalMessage()
    case 'rate-limited':
      return texts.tooManyAttempts()
    case 'logged-out':
      return texts.loggedOutEverywhere()
    case 'deleted':
      return texts.accountDeleted()
    case 'deleting':
      return texts.accountDeleting()
    case 'popup-closed':
      return ''
    case 'busy':
      return texts.lastLogoutUnfinished()
    case 'no-storage':
      return texts.noStorage()
    case 'other':
      return texts.didNotWork()
  }
}
