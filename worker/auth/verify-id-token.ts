import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose'
import { MAX_LENGTH } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../env.ts'
import { isEmulatorMode } from './emulator-mode.ts'
import { createKeySource, KeysUnavailable } from './key-source.ts'

/** Google's keys for Firebase ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const JWKS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOCK_TOLERANCE_S = 60
const MAX_UID_LENGTH = 128

// An isolate keeps the key set across requests and fetches it once in some hours.
const googleKeys = createKeySource({ url: JWKS_URL })

/** The user of an ID token. */
export interface IdTokenUser {
  uid: string
  email: string
  name: string
  /** Does Firebase know that the address is the user's? */
  isVerified: boolean
  /** When the user last proved at Firebase who they are, seconds since the epoch. A renewed token keeps this time. */
  authTime: number
  /** When the token was issued, seconds since the epoch. */
  issuedAt: number
}

/**
 * Verifies a Firebase ID token and returns its user.
 * @param keys the source of signing keys: Google's, unless a test passes its own
 * @throws Problem UNAUTHENTICATED for a token that is not valid now; UNAVAILABLE if no signing keys can be fetched
 */
export async function verifyIdToken(env: Env, token: string, keys: JWTVerifyGetKey = googleKeys): Promise<IdTokenUser> {
  const project = env.FIREBASE_PROJECT_ID
  const claims = {
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    clockTolerance: CLOCK_TOLERANCE_S,
  }
  let payload: JWTPayload
  try {
    if (isEmulatorMode(env)) {
      payload = UnsecuredJWT.decode(token, claims).payload
    } else {
      payload = (await jwtVerify(token, keys, { ...claims, algorithms: ['RS256'] })).payload
    }
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      throw new Problem('UNAVAILABLE', 'The sign-in keys cannot be had now.', { retryAfterSeconds: 5 })
    }
    if (error instanceof errors.JOSEError) throw rejected()
    throw error
  }
  return toUser(payload)
}

function toUser(payload: JWTPayload): IdTokenUser {
  const nowS = Date.now() / 1000
  const { sub, iat, exp, auth_time: authTime, email, email_verified: verified, name } = payload
  const past = (value: unknown): value is number => typeof value === 'number' && value <= nowS + CLOCK_TOLERANCE_S
  // No limit on the age of auth_time: Firebase renews an ID token weeks after the user typed the password.
  if (!sub || sub.length > MAX_UID_LENGTH || typeof exp !== 'number' || !past(iat) || !past(authTime)) throw rejected()
  if (typeof email !== 'string' || email === '' || email.length > MAX_LENGTH.email) throw rejected()
  const isVerified = verified === true
  return { uid: sub, email, name: typeof name === 'string' ? name : '', isVerified, authTime, issuedAt: iat }
}

function rejected() {
  return new Problem('UNAUTHENTICATED', 'The ID token is not valid.')
}
