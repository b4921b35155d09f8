import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, startTransition, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth } from './auth/auth-context.tsx'
import { requireUser } from './auth/require-user.ts'
import { AccountProvider } from './data/account-context.tsx'
import { holdInstallPrompt } from './pwa/install-prompt.ts'
import { reloadOnMissingChunk } from './pwa/reload-on-missing-chunk.ts'
import { useKeepReady } from './pwa/use-keep-ready.ts'
import { makeRouter } from './router.tsx'
import './styles.css'

// The only file that builds the router, the query client and the account's database, and starts sync.

const IDLE_TIMEOUT_MS = 1000

const router = makeRouter()

let signedIn: typeof import('./start-account.ts') | undefined
/** Dexie and the sync engine: only for those who are signed in, and never before the first paint. */
async function prepare() {
  signedIn = await import('./start-account.ts')
}

/** Opens the database of whoever is signed in and keeps it in step; another account means another database. */
function SignedInAccount({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const uid = user?.uid
  const db = useMemo(() => (uid && signedIn ? signedIn.openAccount(uid) : null), [uid])
  // Reopens by itself if it is used again, as StrictMode does.
  useEffect(() => () => db?.close({ disableAutoOpen: false }), [db])
  useKeepReady(db)
  const author = useMemo(
    () => ({ name: user?.displayName ?? '', email: user?.email ?? '' }),
    [user?.displayName, user?.email],
  )
  const account = useMemo(() => (db ? { db, author } : null), [db, author])
  return (
    <AccountProvider account={account}>
      {db && signedIn && <signedIn.SyncEngine db={db} />}
      {children}
    </AccountProvider>
  )
}

/** A screen behind the sign-in needs its own code and the account's: asked for together, before anything is drawn. */
function askAhead() {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  if (!routes.some(({ options }) => options.beforeLoad === requireUser)) return
  void prepare().catch(() => undefined)
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
}

askAhead()
// In a task of its own, after the one that built the router; and as a transition, done in pieces. Between them the page
// answers a tap.
setTimeout(() => {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() =>
    root.render(
      <StrictMode>
        <AuthProvider prepare={prepare}>
          <SignedInAccount>
            <RouterProvider router={router} />
          </SignedInAccount>
        </AuthProvider>
      </StrictMode>,
    ),
  )
})

holdInstallPrompt()
reloadOnMissingChunk()
whenIdle(() => {
  void finishLogouts()
  void import('./pwa/app-update.ts').then(({ startServiceWorker }) => startServiceWorker())
})

/** What a logout left to do: the server is told until it answers, and what an account left behind is wiped. */
async function finishLogouts() {
  const [{ tellLogout }, { wipeOrphans }, { isFirebaseLoaded }] = await Promise.all([
    import('./auth/server-session.ts'),
    import('./auth/wipe.ts'),
    import('./auth/load-firebase.ts'),
  ])
  const tell = () => void tellLogout().catch(() => undefined)
  addEventListener('online', tell)
  document.addEventListener('visibilitychange', tell)
  tell()
  await wipeOrphans(isFirebaseLoaded()).catch(() => undefined)
}

/** What no screen waits for: once the first one is drawn, or soon where it never is. */
function whenIdle(run: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(run, IDLE_TIMEOUT_MS)
}
