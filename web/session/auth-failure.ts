/** The reasons why a sign-in, a registration or a password reset fails. */
export type AuthFailureCode =
  | 'invalid-credential'
  | 'email-in-use'
  | 'short-password'
  | 'easy-password'
  | 'offline'
  /** Something other than our server responds, for example a captive portal. */
  | 'portal'
  | 'rate-limited'
  | 'popup-closed'
  /** The account has logged out everywhere since the password was typed here. */
  | 'logged-out'
  /** The account was deleted since the password was typed here. */
  | 'deleted'
  /** This phone deletes the account, and has not finished it. */
  | 'deleting'
  /** Another tab blocks the deletion of the last account's data. */
  | 'busy'
  /** The browser does not allow this site to store data. */
  | 'no-storage'
  | 'other'

/** A sign-in, registration or password reset that failed. Screens choose their text by its code. */
export class AuthFailure extends Error {
  readonly code: AuthFailureCode

  constructor(code: AuthFailureCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'AuthFailure'
    this.code = code
  }
}

const BY_FIREBASE_CODE: Record<string, AuthFailureCode> = {
  'auth/invalid-credential': 'invalid-credential',
  'auth/invalid-login-credentials': 'invalid-credential',
  'auth/user-not-found': 'invalid-credential',
  'auth/wrong-password': 'invalid-credential',
  'auth/invalid-email': 'invalid-credential',
  'auth/email-already-in-use': 'email-in-use',
  'auth/weak-password': 'short-password',
  'auth/network-request-failed': 'offline',
  'auth/too-many-requests': 'rate-limited',
  'auth/popup-closed-by-user': 'popup-closed',
  'auth/cancelled-popup-request': 'popup-closed',
}

/** Turns any error of a sign-in into an AuthFailure. */
export function toAuthFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error
  const code = String((error as { code?: unknown } | null)?.code)
  return new AuthFailure(BY_FIREBASE_CODE[code] ?? 'other', error)
}

/** What the password rule (specification, section 5) says of a password: short-password, easy-password, or null. */
export function passwordFailure(password: string): AuthFailure | null {
  if (password.length < 6) return new AuthFailure('short-password')
  return /[a-z]/.test(password) && /[A-Z]/.test(password) ? null : new AuthFailure('easy-password')
}
