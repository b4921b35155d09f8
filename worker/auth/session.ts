import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { jwtVerify, SignJWT } from 'jose'
import { DAY_MS, MAX_LENGTH, MIN_SECRET_LENGTH, SESSION_DAYS } from '../../contract/limits.ts'
import { cut, normaliseText } from '../../contract/text.ts'
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
  const { protocol, hostname } = new URL(c.req.url)
  const secure = protocol === 'https:' || !LOOPBACK.includes(hostname)
  return { name: secure ? '__Host-session' : 'session', secure }
}

function keyOf(env: Env): Uint8Array {
  if (!env.SESSION_SECRET || env.SESSION_SECRET.length < MIN_SECRET_LENGTH) {
    throw new Error(`SESSION_SECRET must have at least ${MIN_SECRET_LENGTH} characters`)
  }
  return new TextEncoder().encode(env.SESSION_SECRET)
}

/**
 * Sets the session cookie: a JWT that this worker signs.
 * @returns the end of the session, ISO 8601
 */
export async function issueSession(c: Context<App>, user: User): Promise<string> {
  const expiresAt = new Date(Math.floor((Date.now() + SESSION_DAYS * DAY_MS) / 1000) * 1000)
  const name = cut(normaliseText(user.name), MAX_LENGTH.name)
  const token = await new SignJWT({ email: user.email, name })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(c.env.FIREBASE_PROJECT_ID)
    .setSubject(user.uid)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(keyOf(c.env))
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
  /** The secret and the project that the token was verified with. With other settings it is verified again. */
  secret: string
  project: string
}

// The sessions that this isolate has verified, by token. Verifying a signature takes about a fifth of the time of a
// small read, and a valid signature stays valid. A full map is cleared completely, which is simpler than removing the
// oldest.
const verified = new Map<string, Verified>()

function verifiedUser(env: Env, token: string): User | null {
  const known = verified.get(token)
  if (!known || known.secret !== env.SESSION_SECRET || known.project !== env.FIREBASE_PROJECT_ID) return null
  return known.exp > Date.now() / 1000 ? known.user : null
}

function rememberVerified(env: Env, token: string, user: User, exp: number) {
  if (verified.size >= MAX_VERIFIED) verified.clear()
  verified.set(token, { user, exp, secret: env.SESSION_SECRET, project: env.FIREBASE_PROJECT_ID })
}

/**
 * The user of the request's session cookie, or null without a valid session.
 * @throws Error if SESSION_SECRET is missing or too short
 */
export async function readSession(c: Context<App>): Promise<User | null> {
  const token = getCookie(c, cookieOf(c).name)
  if (!token) return null
  const known = verifiedUser(c.env, token)
  if (known) return known
  const key = keyOf(c.env)
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      // A session of another deployment is not valid here, even if both have the same secret by mistake.
      audience: c.env.FIREBASE_PROJECT_ID,
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
    })
    const { sub, email, name, exp } = payload
    if (!sub || !exp || typeof email !== 'string' || typeof name !== 'string') return null
    const user = { uid: sub, email, name }
    rememberVerified(c.env, token, user, exp)
    return user
  } catch {
    return null
  }
}
