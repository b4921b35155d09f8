import { Hono } from 'hono'
import { mailWantsSchema } from '../../contract/mail.ts'
import { Problem } from '../../contract/problem.ts'
import { addressKey, countCall, countRead, countWrite } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { mailOf, setMail } from '../jobs/mail/mail-choice.ts'
import { accountOfToken } from '../jobs/mail/unsubscribe-token.ts'
import { readJson } from './read-json.ts'
import { requireFresh, requireOpen, requireUser } from './require-user.ts'

/** /mail: where and how the account gets mails. */
export const mail = new Hono<App>()
  .use(requireUser)
  .get('/', countRead, async (c) => c.json(await mailOf(c.env.DB, c.get('user').uid)))
  .put('/', countWrite, requireFresh, requireOpen, async (c) => {
    const { wants } = await readJson(c, mailWantsSchema)
    return c.json(await setMail(c.env.DB, c.get('user').uid, wants))
  })

/**
 * POST /unsubscribe/:token, of mail programs (RFC 8058) and of the app's page: they have no session, and the programs no
 * Origin. It may be repeated. A GET of the same address is the app's page, and changes nothing: scanners open links.
 */
export const unsubscribe = new Hono<App>().post('/unsubscribe/:token', async (c) => {
  const uid = await accountOfToken(c.env, c.req.param('token'))
  if (uid === null) {
    await countCall(c.env, 'JWT_LIMIT', addressKey(c.req.header('CF-Connecting-IP')))
    throw new Problem('NOT_FOUND', 'This link has expired, or it is not ours.')
  }
  await countCall(c.env, 'SIGN_IN_LIMIT', `unsubscribe:${uid}`)
  await setMail(c.env.DB, uid, 'needed')
  return c.json({ success: true })
})
