import { Hono } from 'hono'
import { invalidField, Problem } from '../../contract/problem.ts'
import { pushEndSchema, pushSubscriptionSchema } from '../../contract/push.ts'
import { countWrite } from '../auth/rate-limit.ts'
import { requireUser } from '../auth/require-user.ts'
import { endPush, registerPush } from '../domain/push-subscriptions.ts'
import type { App } from '../env.ts'
import { canEncryptFor } from '../push/send-push.ts'
import { vapidKeys } from '../push/vapid.ts'
import { readJson } from './read-json.ts'

/** /push-subscriptions: the phones that get the pushes of an account. Both calls may be repeated. */
export const push = new Hono<App>()
  .use(requireUser, countWrite)
  .post('/', async (c) => {
    if (!vapidKeys(c.env)) throw new Problem('NOT_FOUND', 'Push is not set up here.')
    const subscription = await readJson(c, pushSubscriptionSchema)
    if (!(await canEncryptFor(subscription.keys.p256dh))) throw invalidField('keys.p256dh', 'must be a point of P-256')
    await registerPush(c.env.DB, c.get('user').uid, subscription, Date.now())
    return c.json({ success: true })
  })
  .delete('/', async (c) => {
    const { endpoint } = await readJson(c, pushEndSchema)
    return c.json({ acknowledged: true, deletedCount: await endPush(c.env.DB, c.get('user').uid, endpoint) })
  })
