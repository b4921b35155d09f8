import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { jwtBodySchema } from '../../contract/rest.ts'
import { countCall } from '../auth/rate-limit.ts'
import { clearSession, issueSession } from '../auth/session.ts'
import type { App } from '../env.ts'
import { handOverEntries } from '../jobs/deliver/hand-over.ts'
import { mailSettings } from '../jobs/mail/mail-settings.ts'
import { assertNotEnded, endSessions, readEndAtLogin } from '../ops/account.ts'
import { readIdToken } from './id-token.ts'
import { readJson } from './read-json.ts'
import { requireFresh, requireOpen, requireUser } from './require-user.ts'

/**
 * - POST /jwt exchanges a Firebase ID token for a session cookie.
 * - POST /logout deletes the cookie.
 * - POST /logout-everywhere ends all sessions of the account, and its pushes.
 */
export const session = new Hono<App>()
  .post('/jwt', async (c) => {
    const user = await readIdToken(c)
    const { email, language } = await readJson(c, jwtBodySchema)
    if (email.trim().toLowerCase() !== user.email.toLowerCase()) {
      throw new Problem('FORBIDDEN', 'The email is not the one of the ID token.', {
        fields: { email: { code: 'NOT_YOURS' } },
      })
    }
    // After the body, which a client can hold back.
    const mail = mailSettings(c.env) ? { email: user.email, language } : null
    const { end, isNewlyVerified } = await readEndAtLogin(c.env.DB, user, mail)
    assertNotEnded(user.authTime, end)
    if (isNewlyVerified) c.executionCtx.waitUntil(handOverEntries(c.env, user.uid, Date.now()))
    return c.json({ success: true, expiresAt: await issueSession(c, user) })
  })
  .post('/logout', (c) => {
    clearSession(c)
    return c.json({ success: true })
  })
  .post('/logout-everywhere', requireUser, requireFresh, requireOpen, async (c) => {
    const { uid } = c.get('user')
    await countCall(c.env, 'SIGN_IN_LIMIT', uid)
    await endSessions(c.env.DB, uid, Date.now())
    clearSession(c)
    return c.json({ success: true })
  })
