import { AuthFailure, type AuthFailureCode } from '../../session/auth-failure.ts'
import { portalMessage } from '../../status/portal-message.ts'
import * as texts from '../../texts/compiled/account.js'

const TEXTS: Record<AuthFailureCode, () => string> = {
  'invalid-credential': texts.invalidCredential,
  'email-in-use': texts.emailInUse,
  'short-password': texts.shortPassword,
  'easy-password': texts.easyPassword,
  offline: texts.offline,
  portal: portalMessage,
  'rate-limited': texts.tooManyAttempts,
  'logged-out': texts.loggedOutEverywhere,
  deleted: texts.accountDeleted,
  deleting: texts.accountDeleting,
  // The user closed it on purpose.
  'popup-closed': () => '',
  busy: texts.lastLogoutUnfinished,
  'no-storage': texts.noStorage,
  other: texts.didNotWork,
}

/** The message for a failed sign-in or registration. */
export function authFailureMessage(failure: unknown): string {
  return TEXTS[failure instanceof AuthFailure ? failure.code : 'other']()
}
