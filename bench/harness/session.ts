import { createHmac } from 'node:crypto'

/** The session secret of the benches. Every server under test checks sessions with it. */
export const SECRET = 'only-for-benches-0123456789abcdef0123456789abcdef'
export const PROJECT = 'demo-startline'
const HOUR_S = 3600

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The Cookie header of a signed-in account, as the worker issues it on loopback over plain http. */
export function sessionCookie(uid: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { email: `${uid}@example.com`, name: `Name of ${uid}`, iss: 'startline', aud: PROJECT, sub: uid }
  const text = `${encode({ alg: 'HS256' })}.${encode({ ...claims, iat: now, exp: now + 24 * HOUR_S })}`
  return `session=${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}
