import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { expected } from '../../contract/errors.ts'
import { DAY_MS, MAX_LENGTH, MIN_SECRET_LENGTH, SESSION_DAYS } from '../../contract/limits.ts'
import { cut, normaliseLine } from '../../contract/text/plain-text.ts'
import type { App, Env } from '../env.ts'
import type { User } from './user.ts'

const ISSUER = 'startline'
/** Most verified sessions that an isolate keeps in memory; one takes a few hundred bytes. */
const MAX_VERIFIED = 5000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The session cookie's name, and whether it is Secure. The prefix `__Host-` binds the cookie to this host and to https
 * (RFC 6265bis, section 4.1.3.2). Browsers refuse the prefix on plain http, so on loopback the name has no prefix.
 */
function cookieOf(c: Context<App>) {
  const secure = isSecure(c)
  return { name: secure ? '__Host-session' : 'session', secure }
}

/** Are cookies Secure here? Everywhere but on loopback, where a browser has plain http. */
function isSecure(c: Context<App>): boolean {
  const { protocol, hostname } = new URL(c.req.url)
  return protocol === 'https:' || !LOOPBACK.includes(hostname)
}

type SecretName = 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'

type Secrets = Pick<Env, SecretName>

function keyOf(env: Secrets, name: SecretName): Uint8Array {
  const secret = env[name]
  if (!secret || secret.length < MIN_SECRET_LENGTH) {
    throw new Error(`${name} must have at least ${MIN_SECRET_LENGTH} characters`)
  }
  return new TextEncoder().encode(secret)
}

/** The keys that a token of ours may be signed with, the newest first: while the secret is rotated, there are two. */
export function secretsOf(env: Secrets): Uint8Array[] {
  const names: SecretName[] = env.SESSION_SECRET_PREVIOUS
    ? ['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS']
    : ['SESSION_SECRET']
  return names.map((name) => keyOf(env, name))
}

/**
 * Sets the session cookie: a JWT that this worker signs. The session is as old as the ID token, so that an account that
 * is disabled at Firebase cannot make its session younger with an older token.
 * @returns the end of the session, ISO 8601
 */
export async function issueSession(c: Context<App>, user: User): Promise<string> {
  const issuedAt = Math.min(user.issuedAt, Math.floor(Date.now() / 1000))
  const expiresAt = new Date(issuedAt * 1000 + SESSION_DAYS * DAY_MS)
  const name = cut(normaliseLine(user.name), MAX_LENGTH.name)
  const token = await new SignJWT({ email: user.email, name })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(c.env.FIREBASE_PROJECT_ID)
    .setSubject(user.uid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keyOf(c.env, 'SESSION_SECRET'))
  const cookie = cookieOf(c)
  setCookie(c, cookie.name, token, {
    path: '/',
    httpOnly: true,
    secure: cookie.secure,
    sameSite: 'Strict',
    expires: expiresAt,
  })
  return expiresAt.toISOString()
}

/** Deletes the session cookie. */
export function clearSession(c: Context<App>) {
  const cookie = cookieOf(c)
  deleteCookie(c, cookie.name, { path: '/', secure: cookie.secure })
}

interface Verified {
  user: User
  /** The end of the session, seconds since the epoch. */
  exp: number
  /** The secrets and the project that the token was verified with. With other settings it is verified again. */
  settings: string
}

const settingsOf = (env: Env) => [env.FIREBASE_PROJECT_ID, env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS].join('\n')

// The sessions that this isolate has verified, by token. Verifying a signature takes about a fifth of the time of a
// small read, and a valid signature stays valid. A full map is cleared completely, which is simpler than removing the
// oldest.
const verified = new Map<string, Verified>()

function verifiedUser(env: Env, token: string): User | null {
  const known = verified.get(token)
  if (known?.settings !== settingsOf(env)) return null
  return known.exp > Date.now() / 1000 ? known.user : null
}

function rememberVerified(env: Env, token: string, user: User, exp: number) {
  if (verified.size >= MAX_VERIFIED) verified.clear()
  verified.set(token, { user, exp, settings: settingsOf(env) })
}

/**
 * The user of the request's session cookie, or null without a valid session.
 * @throws Error if SESSION_SECRET is missing, or a secret is too short
 */
export async function readSession(c: Context<App>): Promise<User | null> {
  const token = getCookie(c, cookieOf(c).name)
  if (!token) return null
  const known = verifiedUser(c.env, token)
  if (known) return known
  for (const key of secretsOf(c.env)) {
    const payload = await verify(token, key, c.env)
    if (!payload) continue
    const { sub, email, name, exp, iat } = payload
    if (!sub || !exp || !iat || typeof email !== 'string' || typeof name !== 'string') return null
    const user = { uid: sub, email, name, issuedAt: iat }
    rememberVerified(c.env, token, user, exp)
    return user
  }
  return null
}

/** The claims of a session that was signed with this key; null if the session is not valid. */
async function verify(token: string, key: Uint8Array, env: Env): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      // A session of another deployment is not valid here, even if both have the same secret by mistake.
      audience: env.FIREBASE_PROJECT_ID,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat'],
    })
    return payload
  } catch {
    return expected('not-ours', null)
  }
}
