import { jwtVerify, SignJWT } from 'jose'
import { expected } from '../../../contract/errors.ts'
import { secretsOf } from '../../auth/session.ts'
import type { Env } from '../../env.ts'

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS' | 'FIREBASE_PROJECT_ID'>

/** No session has this audience, and no token of this audience is a session. */
const audienceOf = ({ FIREBASE_PROJECT_ID }: Secrets) => `unsubscribe:${FIREBASE_PROJECT_ID}`
/** Somebody may find an old mail. A law of the USA asks for 30 days. */
const VALID = '400d'

/** A token that ends the mails of an account, and can do nothing else. It has no contact data. */
export function unsubscribeToken(env: Secrets, uid: string): Promise<string> {
  const [key] = secretsOf(env)
  if (!key) throw new Error('no secret')
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audienceOf(env))
    .setSubject(uid)
    .setExpirationTime(VALID)
    .sign(key)
}

/** The account of a token; null if we did not sign it for this, or it has expired. */
export async function accountOfToken(env: Secrets, token: string): Promise<string | null> {
  for (const key of secretsOf(env)) {
    try {
      const options = { audience: audienceOf(env), algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] }
      const { payload } = await jwtVerify(token, key, options)
      return payload.sub || null
    } catch {
      expected('not-ours')
    }
  }
  return null
}
