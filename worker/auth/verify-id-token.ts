import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../env.ts'
import type { User } from './session.ts'

/** Google's keys for Firebase ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const JWKS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOCK_TOLERANCE_S = 60
const JWKS_TIMEOUT_MS = 5000

let googleKeys: JWTVerifyGetKey | undefined

/**
 * Are the emulator's unsigned tokens read? Only where its host is a loopback address AND the project is a
 * `demo-` one, which Firebase never gives to a real project. Neither is set in wrangler.toml.
 */
export function isEmulatorMode(env: Pick<Env, 'FIREBASE_AUTH_EMULATOR_HOST' | 'FIREBASE_PROJECT_ID'>): boolean {
  const host = env.FIREBASE_AUTH_EMULATOR_HOST ?? ''
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host) && env.FIREBASE_PROJECT_ID.startsWith('demo-')
}

/**
 * The user that a Firebase ID token names.
 * @param keys where signing keys come from; Google's, cached, unless a test passes its own
 * @throws Problem UNAUTHENTICATED for a token that is not valid now; UNAVAILABLE where no key set can be had
 */
export async function verifyIdToken(env: Env, token: string, keys?: JWTVerifyGetKey): Promise<User> {
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
      googleKeys ??= createRemoteJWKSet(new URL(JWKS_URL), { timeoutDuration: JWKS_TIMEOUT_MS })
      const verified = await jwtVerify(token, keys ?? googleKeys, { ...claims, algorithms: ['RS256'] })
      payload = verified.payload
    }
  } catch (error) {
    throw isBadToken(error)
      ? rejected()
      : new Problem('UNAVAILABLE', 'The sign-in keys cannot be had now.', { retryAfterSeconds: 5 })
  }
  return toUser(payload)
}

/** A wrong token, as against keys that could not be fetched (a timeout, a network error, an answer that is no key set). */
function isBadToken(error: unknown): boolean {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey
  )
}

function toUser(payload: JWTPayload): User {
  const nowS = Date.now() / 1000
  const { sub, iat, exp, auth_time: authTime, email, name } = payload
  const past = (value: unknown) => typeof value === 'number' && value <= nowS + CLOCK_TOLERANCE_S
  // auth_time may be weeks old: a session is renewed long after the password was typed.
  if (!sub || sub.length > 128 || typeof exp !== 'number' || !past(iat) || !past(authTime)) throw rejected()
  if (typeof email !== 'string' || email === '') throw rejected()
  return { uid: sub, email, name: typeof name === 'string' ? name : '' }
}

function rejected() {
  return new Problem('UNAUTHENTICATED', 'The ID token is not valid.')
}
