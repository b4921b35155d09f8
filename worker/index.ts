import { api } from './api.ts'
import { runRetention } from './domain/retention.ts'
import type { Env } from './env.ts'
import { serveApp } from './pages/serve-app.ts'

export { MarathonRoom } from './live/marathon-room.ts'

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    return pathname === '/api' || pathname.startsWith('/api/') ? api.fetch(request, env, ctx) : serveApp(request, env)
  },

  /** The nightly run of wrangler.toml's cron. */
  async scheduled(event, env) {
    const done = await runRetention(env.DB, { now: event.scheduledTime, contactDays: env.CONTACT_DAYS })
    console.log(JSON.stringify({ event: 'retention', ...done }))
    // Because of the error, Cloudflare counts the run as failed (docs/operations.md).
    if (done.failed.length > 0 || done.badRows > 0) {
      console.error(JSON.stringify({ event: 'retention.failed', failed: done.failed, badRows: done.badRows }))
      throw new Error('the nightly run could not forget everything')
    }
  },
} satisfies ExportedHandler<Env>
