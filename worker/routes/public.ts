import { Hono } from 'hono'
import { isEmulatorMode } from '../auth/emulator-mode.ts'
import { addressKey, countCall } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { vapidKeys } from '../jobs/push/vapid.ts'
import { drawOf } from '../reads/draws.ts'
import { isAlive } from '../reads/health.ts'
import { newestPublic, upcomingPublic } from '../reads/lists.ts'
import { openApiText } from './openapi.ts'
import { jsonText, pathId } from './rest-call.ts'

const CACHE_MS = 1000
const LIST_CACHE = 'public, max-age=5, stale-while-revalidate=60'
const DOCUMENT_CACHE = 'public, max-age=300'

// Public data is the same for everybody, so one isolate reads it from D1 about once a second.
const cache = new Map<string, { at: number; json: string }>()

async function cached(key: string, now: number, load: () => Promise<string>): Promise<string> {
  const hit = cache.get(key)
  if (hit && now - hit.at >= 0 && now - hit.at < CACHE_MS) return hit.json
  const json = await load()
  cache.set(key, { at: now, json })
  return json
}

/**
 * The calls without sign-in: the two lists of the home page, the lists of draws, the app's settings, the OpenAPI
 * document, and the health.
 */
export const publicLists = new Hono<App>()
  .get('/allMarathon', async (c) => {
    const json = await cached('all', Date.now(), () => newestPublic(c.env.DB))
    c.header('Cache-Control', LIST_CACHE)
    return jsonText(c, json)
  })
  .get('/upcomingMarathon', async (c) => {
    const now = Date.now()
    const json = await cached('upcoming', now, () => upcomingPublic(c.env.DB, now))
    c.header('Cache-Control', LIST_CACHE)
    return jsonText(c, json)
  })
  .get('/marathons/:id/draw', async (c) => {
    const address = addressKey(c.req.header('CF-Connecting-IP'))
    await countCall(c, 'LIST_LIMIT', `address:${address}`)
    const json = await drawOf(c.env.DB, pathId(c))
    c.header('Cache-Control', DOCUMENT_CACHE)
    return jsonText(c, json)
  })
  .get('/config', (c) =>
    c.json({
      firebase: {
        apiKey: c.env.FIREBASE_API_KEY ?? '',
        authDomain: c.env.FIREBASE_AUTH_DOMAIN ?? '',
        projectId: c.env.FIREBASE_PROJECT_ID,
      },
      emulatorHost: isEmulatorMode(c.env) ? (c.env.FIREBASE_AUTH_EMULATOR_HOST ?? null) : null,
      vapidKey: vapidKeys(c.env)?.publicKey ?? null,
    }),
  )
  .get('/openapi.json', (c) => {
    c.header('Cache-Control', DOCUMENT_CACHE)
    return jsonText(c, openApiText())
  })
  .get('/health', async (c) => {
    // Many health checks cause about one read of the database a second.
    await cached('health', Date.now(), () => isAlive(c.env.DB).then(() => ''))
    return c.json({ ok: true, time: new Date().toISOString() })
  })
