import { Hono } from 'hono'
import { invalid } from '../../contract/invalid.ts'
import { Problem } from '../../contract/problem.ts'
import { pushEndSchema, pushSubscriptionSchema } from '../../contract/push.ts'
import { countWrite } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { endPush, registerPush } from '../jobs/push/push-subscriptions.ts'
import { canEncryptFor } from '../jobs/push/send-push.ts'
import { vapidKeys } from '../jobs/push/vapid.ts'
import { readJson } from './read-json.ts'
import { assertOpen, requireFresh, requireOpen, requireUser } from './require-user.ts'

/**
 * /push-subscriptions: the phones that get the pushes of an account. Both calls may be repeated. An old session may end
 * pushes, because a logout does not renew its session first.
 */
export const push = new Hono<App>()
  .use(requireUser, countWrite)
  .post('/', requireFresh, async (c) => {
    if (!vapidKeys(c.env)) throw new Problem('NOT_FOUND', 'Push is not set up here.')
    const subscription = await readJson(c, pushSubscriptionSchema)
    if (!(await canEncryptFor(subscription.keys.p256dh))) {
      throw invalid({ 'keys.p256dh': { code: 'NOT_VALID', values: { expected: 'a point of P-256' } } })
    }
    const isOpen = await registerPush(c.env.DB, c.get('user'), subscription, Date.now())
    // Says why the session is over.
    if (!isOpen) await assertOpen(c)
    return c.json({ success: true })
  })
  .delete('/', requireOpen, async (c) => {
    const { endpoint } = await readJson(c, pushEndSchema)
    return c.json({ acknowledged: true, deletedCount: await endPush(c.env.DB, c.get('user').uid, endpoint) })
  })
