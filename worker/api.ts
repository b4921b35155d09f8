import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { Problem } from '../contract/problem.ts'
import { requireSameOrigin } from './auth/same-origin.ts'
import type { App } from './env.ts'
import { observe } from './observe.ts'
import { STRICT_TRANSPORT } from './pages/strict-transport.ts'
import { applications } from './routes/applications.ts'
import { marathons } from './routes/marathons.ts'
import { problemResponse, sendProblem } from './routes/problem-response.ts'
import { publicLists } from './routes/public.ts'
import { session } from './routes/session.ts'
import { sync } from './routes/sync.ts'

/** Every call below /api. routes/route-table.ts has a row for each. */
export const api = new Hono<App>()
  .basePath('/api')
  .use(observe)
  .use(
    secureHeaders({
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      // An answer of the API is data: opened as a page it may load and do nothing.
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      xFrameOptions: 'DENY',
      strictTransportSecurity: STRICT_TRANSPORT,
      // Of browsers long gone, or of pages only; each costs every answer its bytes and time.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  )
  .use(requireSameOrigin)
  .route('/', publicLists)
  .route('/', session)
  .route('/', sync)
  .route('/marathons', marathons)
  .route('/marathonApplication', applications)

api.notFound(() => problemResponse(new Problem('NOT_FOUND', 'There is no such call.')))
api.onError(sendProblem)
