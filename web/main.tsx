import { RouterProvider } from '@tanstack/react-router'
import {
  Fragment,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { createRoot } from 'react-dom/client'
import { expected, recordError } from '../contract/errors.ts'
import { holdInstallPrompt } from './background/install-prompt.ts'
import { reloadOnMissingChunk } from './background/reload-on-missing-chunk.ts'
import { useKeepReady } from './background/use-keep-ready.ts'
import { NO_APP, PRERENDERED } from './page.ts'
import { makeRouter } from './router.tsx'
import { AuthProvider, isSigningIn, useAuth } from './session/auth-context.tsx'
import { firstTouch } from './session/first-touch.ts'
import { wasSignedIn } from './session/signed-in-bit.ts'
import { whoIsHere } from './session/who-is-here.ts'
import { whenIdle } from './shell/when-idle.ts'
import { AccountProvider, accountReadyAtStart } from './store/account-context.tsx'
import { keepErrors } from './store/error-log.ts'
import { inTime } from './store/in-time.ts'
import { language } from './texts/languages.ts'
import { onLanguage, startLanguage, wantedLanguage } from './texts/show-language.ts'
import './styles.css'

// The entry of the app. It makes the router, and renders the providers and the screens.

/** The first screen waits so long for the phone's storage. */
const START_WAIT_MS = 150
/** The first screen waits so long for its code. Later the router renders it when the code is there (router.tsx). */
const CODE_WAIT_MS = 1000
/** A page that the build rendered stays so long. Then the router says that the screen's code does not come. */
const PRERENDERED_WAIT_MS = 10_000
/** The work after the first render waits so long for that render. */
const RENDER_WAIT_MS = 3000

keepErrors()
// The page has nothing more to say about an app that could not be loaded (web/build/page-script.js).
document.documentElement.dataset.app = ''
document.getElementById(NO_APP)?.remove()
// The phone reads who is signed in while the router is made.
const start = whoIsHere()

const router = makeRouter()
// The user may go back or forward before the first render. With that render the router subscribes the same function,
// and the history calls it once.
router.history.subscribe(router.load)

let signedIn: Pick<typeof import('./shell/start-account.ts'), 'openAccount' | 'SyncEngine'> | undefined
/**
 * Loads Dexie and the account's code. Only signed-in users need them, and the first paint never waits for them. An
 * account is shown only where its end would be noticed too, so the code that watches the session is part of it.
 */
async function prepare() {
  const watching = import('./session/session-store.ts')
  const [{ openAccount, SyncEngine }] = await Promise.all([import('./shell/start-account.ts'), watching])
  signedIn = { openAccount, SyncEngine }
}

/** Opens the database of the signed-in account and starts its sync. Each account has its own database. */
function SignedInAccount({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const uid = user?.uid
  const db = useMemo(() => (uid && signedIn ? signedIn.openAccount(uid) : null), [uid])
  // After the end of the session nothing may open the database again: a question that is still open would make it anew.
  // During development StrictMode runs effects twice, so there Dexie opens it at its next use.
  useEffect(() => () => db?.close({ disableAutoOpen: !import.meta.env.DEV }), [db])
  useKeepReady(db, db ? undefined : firstTouch)
  const { displayName: name = '', email = '' } = user ?? {}
  const account = useMemo(() => (db ? { db, author: { name, email } } : null), [db, name, email])
  return (
    <AccountProvider account={account}>
      {db && signedIn && (
        <Suspense>
          <signedIn.SyncEngine db={db} />
        </Suspense>
      )}
      <Fragment key={useSwitches(uid)}>{children}</Fragment>
    </AccountProvider>
  )
}

/**
 * How often another account has replaced the signed-in one, without a logout between them: another tab may log in as
 * somebody else. What the screens hold belongs to the account before, so they start anew. A login in this tab has only
 * its own screen, which goes on.
 */
function useSwitches(uid: string | undefined): number {
  const [last, setLast] = useState({ uid, switches: 0 })
  if (last.uid !== uid) setLast({ uid, switches: last.switches + (last.uid && uid && !isSigningIn() ? 1 : 0) })
  return last.switches
}

/**
 * Loads the first screen before React renders. A signed-in user gets its code together with the account's code, while
 * the phone is read. A visitor needs neither. It never rejects: the screen says what is missing.
 */
async function loadFirstScreen() {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  if (wasSignedIn()) {
    for (const route of routes) void router.loadRouteChunk(route)?.catch(() => expected('no-code'))
    const [session] = await Promise.all([start, prepare().catch(() => expected('no-code'))])
    if (!session || !signedIn || isRendered) return
    // The login check waits for a render that has the account. The first one has it.
    accountReadyAtStart()
  }
  // After the first render the router loads the screen by itself.
  if (!isRendered) await router.load().catch(() => expected('no-code'))
}

/** All screens start anew in another language: texts stand in many memos. Forms keep what was typed. */
function InLanguage({ children }: { children: ReactNode }) {
  useEffect(rendered.resolve, [])
  return <Fragment key={useSyncExternalStore(onLanguage, language)}>{children}</Fragment>
}

/** Resolves after the first render. That render is empty where the code of the screen came too late. */
const rendered = Promise.withResolvers<void>()
let isRendered = false
function render() {
  isRendered = true
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() =>
    root.render(
      <StrictMode>
        <AuthProvider prepare={prepare} isPrepared={signedIn !== undefined}>
          <SignedInAccount>
            <InLanguage>
              <RouterProvider router={router} />
            </InLanguage>
          </SignedInAccount>
        </AuthProvider>
      </StrictMode>,
    ),
  )
}

/** Is the user reading what the build rendered? It is hidden where this page shows something else (page-script.js). */
const isReadable = document.getElementById(PRERENDERED) !== null && !('own' in document.documentElement.dataset)

// The texts come first: nothing is rendered without them. React renders in a separate task, after the one that built the
// router. The phone has said by then who is here, and the screen is loaded: so it is rendered once. A transition renders
// the screen in pieces, and between them the page responds to a tap. The router itself would render it in one piece.
void Promise.all([
  startLanguage(),
  inTime(start, START_WAIT_MS, null),
  inTime(loadFirstScreen(), isReadable ? PRERENDERED_WAIT_MS : CODE_WAIT_MS, null),
]).then(() => setTimeout(render))

holdInstallPrompt()
reloadOnMissingChunk()
// A version that fails to render must still finish a logout and find its successor.
const renderedOrLate = inTime(rendered.promise, RENDER_WAIT_MS, undefined)
/** Does what waits for the first render. What fails, or whose code is missing, is done at the next start. */
function afterRender(work: () => Promise<unknown>) {
  void renderedOrLate.then(whenIdle).then(work).catch(recordError)
}
afterRender(async () => {
  const { hasLeftovers } = await import('./store/device-db.ts')
  // A visitor whose phone has nothing to finish loads that code with the first touch.
  if (!(await hasLeftovers().catch((error) => recordError(error, true)))) await firstTouch()
  await (await import('./session/finish-logouts.ts')).finishLogouts()
})
afterRender(async () => {
  const { noteLanguage, startServiceWorker } = await import('./background/app-update.ts')
  // The installation of the service worker fetches the texts of the language that is noted.
  await noteLanguage(wantedLanguage())
  await startServiceWorker()
})
