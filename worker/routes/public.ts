import { type Context, Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { publicListQuerySchema } from '../../contract/results/public-list-schema.ts'
import { isEmulatorMode } from '../auth/emulator-mode.ts'
import { addressKey, countCall } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { mailSettings } from '../jobs/mail/mail-settings.ts'
import { vapidKeys } from '../jobs/push/vapid.ts'
import { drawOf } from '../reads/draws.ts'
import { isAlive } from '../reads/health.ts'
import { keptASecond } from '../reads/kept-a-second.ts'
import { newestPublic, upcomingPublic } from '../reads/lists.ts'
import { keptPublicPage } from '../reads/public-page.ts'
import { keptList } from '../results/published-list.ts'
import { openApiText } from './openapi.ts'
import { jsonText, pathId, readQuery } from './rest-call.ts'

const LIST_CACHE = 'public, max-age=5, stale-while-revalidate=60'
const DOCUMENT_CACHE = 'public, max-age=300'

/** What a visitor's calls are counted under. */
const addressOf = (c: Context<App>) => `address:${addressKey(c.req.header('CF-Connecting-IP'))}`

/** Counts a read of D1 against the address that causes it: a crowd behind one address causes one a second. */
const countRead = (c: Context<App>) => countCall(c.env, 'READ_LIMIT', addressOf(c))

/**
 * The calls without sign-in: the two lists of the home page, the public pages, the published lists of results, the
 * lists of draws, the app's settings, the OpenAPI document, and the health.
 */
export const publicLists = new Hono<App>()
  .get('/allMarathon', async (c) => {
    const json = await keptASecond('all', Date.now(), () => newestPublic(c.env.DB))
    c.header('Cache-Control', LIST_CACHE)
    return jsonText(c, json)
  })
  .get('/upcomingMarathon', async (c) => {
    const now = Date.now()
    const json = await keptASecond('upcoming', now, () => upcomingPublic(c.env.DB, now))
    c.header('Cache-Control', LIST_CACHE)
    return jsonText(c, json)
  })
  .get('/marathons/:id/public', async (c) => {
    const id = pathId(c)
    const json = await keptPublicPage(c.env.DB, id, Date.now(), () => countRead(c))
    if (json === null) throw new Problem('NOT_FOUND', 'There is no such marathon.')
    c.header('Cache-Control', 'no-cache')
    return jsonText(c, json)
  })
  .get('/marathons/:id/list', async (c) => {
    const { toldSeq, stamp } = readQuery(c, publicListQuerySchema)
    const json = await keptList(c.env.DB, pathId(c), Date.now, {
      toldSeq,
      stamp,
      count: () => countRead(c),
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    })
    if (json === null) throw new Problem('NOT_FOUND', 'This event shows no results.')
    // What a runner has hidden is in no cache.
    c.header('Cache-Control', 'no-store')
    return jsonText(c, json)
  })
  .get('/marathons/:id/draw', async (c) => {
    await countCall(c.env, 'LIST_LIMIT', addressOf(c))
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
      mail: mailSettings(c.env) !== null,
    }),
  )
  .get('/openapi.json', (c) => {
    c.header('Cache-Control', DOCUMENT_CACHE)
    return jsonText(c, openApiText())
  })
  .get('/health', async (c) => {
    // Many health checks cause about one read of the database a second.
    await keptASecond('health', Date.now(), () => isAlive(c.env.DB).then(() => ''))
    return c.json({ ok: true, time: new Date().toISOString() })
  })
