import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { Problem } from '../contract/problem.ts'
import { requireSameOrigin } from './auth/same-origin.ts'
import type { App } from './env.ts'
import { observe } from './observe.ts'
import { STRICT_TRANSPORT } from './pages/strict-transport.ts'
import { account } from './routes/account.ts'
import { applications } from './routes/applications.ts'
import { refuseWhileClosed } from './routes/closed.ts'
import { entries } from './routes/entries.ts'
import { invitations } from './routes/invitations.ts'
import { mail, unsubscribe } from './routes/mail.ts'
import { marathons } from './routes/marathons.ts'
import { problemResponse, sendProblem } from './routes/problem-response.ts'
import { publicLists } from './routes/public.ts'
import { push } from './routes/push.ts'
import { session } from './routes/session.ts'
import { sync } from './routes/sync.ts'

/** All calls: those below /api, and that of mail programs. routes/route-table.ts has a row for each of them. */
export const api = new Hono<App>()
  .use(observe)
  .use(
    secureHeaders({
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      // A response of the API is data. If a browser opens it as a page, the page may load and run nothing.
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      xFrameOptions: 'DENY',
      strictTransportSecurity: STRICT_TRANSPORT,
      // These headers are for old browsers or for pages only, and each one makes every response larger and slower.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  )
  .use(refuseWhileClosed)
  // A mail program has no Origin.
  .route('/', unsubscribe)
  .basePath('/api')
  .use(requireSameOrigin)
  .route('/', publicLists)
  .route('/', session)
  .route('/', sync)
  .route('/account', account)
  .route('/marathons', marathons)
  .route('/invitations', invitations)
  .route('/entries', entries)
  .route('/push-subscriptions', push)
  .route('/mail', mail)
  .route('/marathonApplication', applications)

api.notFound(() => problemResponse(new Problem('NOT_FOUND', 'There is no such call.')))
api.onError(sendProblem)
