import { api } from './api.ts'
import type { DeliveryTask, Env } from './env.ts'
import { deleteDueAccounts } from './jobs/delete-account.ts'
import { forgetDeliveries } from './jobs/deliver/claims.ts'
import { consumeDeliveries } from './jobs/deliver/consume.ts'
import { handOver } from './jobs/deliver/hand-over.ts'
import { consumeMailEvents } from './jobs/mail/mail-events.ts'
import { runRetention } from './jobs/retention.ts'
import { tellRooms } from './live/tell-rooms.ts'
import { logFailure } from './ops/log-failure.ts'
import { serveApp } from './pages/serve-app.ts'
import { SHORT_CRON } from './short-cron.ts'

export { GroupCommitter } from './group/group-committer.ts'
export { MarathonRoom } from './live/marathon-room.ts'

/** Pushes and mails wait this long while the deployment is closed: with eight tries they outlast two hours. */
const CLOSED_RETRY_S = 900

/** The end of the name of the queue with the mail service's events. */
const MAIL_EVENTS = '-mail-events'

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    // Mails have one address for the button of mail programs, which POST, and for people, who get the app's page.
    const isCall = !['GET', 'HEAD'].includes(request.method) && pathname.startsWith('/unsubscribe/')
    return isCall || pathname === '/api' || pathname.startsWith('/api/')
      ? api.fetch(request, env, ctx)
      : serveApp(request, env)
  },

  /** The queues of wrangler.toml: pushes and mails, and what the mail service tells. */
  queue(batch, env) {
    // A delivery notes that it was sent, which is a write.
    if (env.WRITES === 'off') return batch.retryAll({ delaySeconds: CLOSED_RETRY_S })
    if (batch.queue.endsWith(MAIL_EVENTS)) return consumeMailEvents(batch, env.DB)
    return consumeDeliveries(batch, env)
  },

  /** The runs of wrangler.toml's crons. */
  async scheduled(event, env) {
    // While the database is put back in time, nothing is written (docs/operations.md). The next run does what is left.
    if (env.WRITES === 'off') return console.log(JSON.stringify({ event: 'cron.closed', cron: event.cron }))
    if (event.cron === SHORT_CRON) {
      const told: Promise<void>[] = []
      const deletion = deleteDueAccounts(env.DB, Date.now, (commit) => void told.push(tellRooms(env, commit)))
      const [deleted] = await Promise.allSettled([deletion])
      await Promise.all(told)
      // After the deletions, which may promote somebody.
      await handOver(env, event.scheduledTime)
      await forgetDeliveries(env.DB, event.scheduledTime)
      if (deleted.status === 'fulfilled') return
      logFailure('account.deletion.failed', deleted.reason)
      throw deleted.reason
    }
    const done = await runRetention(env.DB, { now: event.scheduledTime, contactDays: env.CONTACT_DAYS })
    console.log(JSON.stringify({ event: 'retention', ...done }))
    // Because of the error, Cloudflare counts the run as failed (docs/operations.md).
    if (done.failed.length > 0 || done.badRows > 0 || done.full.length > 0) {
      const { failed, badRows, full } = done
      console.error(JSON.stringify({ event: 'retention.failed', failed, badRows, full }))
      throw new Error('the nightly run could not forget everything')
    }
  },
} satisfies ExportedHandler<Env, DeliveryTask>
