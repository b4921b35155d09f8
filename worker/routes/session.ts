import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { jwtBodySchema } from '../../contract/rest.ts'
import { addressKey, countCall } from '../auth/rate-limit.ts'
import { clearSession, issueSession } from '../auth/session.ts'
import { verifyIdToken } from '../auth/verify-id-token.ts'
import type { App } from '../env.ts'
import { readJson } from './read-json.ts'

/** POST /jwt exchanges a Firebase ID token for a session cookie. POST /logout deletes the cookie. */
export const session = new Hono<App>()
  .post('/jwt', async (c) => {
    await countCall(c, 'JWT_LIMIT', addressKey(c.req.header('CF-Connecting-IP')))
    const token = /^Bearer ([^\s]+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
    if (!token) throw new Problem('UNAUTHENTICATED', 'Send the Firebase ID token as Authorization: Bearer.')
    const user = await verifyIdToken(c.env, token)
    await countCall(c, 'SIGN_IN_LIMIT', user.uid)
    const { email } = await readJson(c, jwtBodySchema)
    if (email.trim().toLowerCase() !== user.email.toLowerCase()) {
      throw new Problem('FORBIDDEN', 'The email is not the one of the ID token.', { fields: { email: 'is not yours' } })
    }
    return c.json({ success: true, expiresAt: await issueSession(c, user) })
  })
  .post('/logout', (c) => {
    clearSession(c)
    return c.json({ success: true })
  })
