import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './route-tree.gen.ts'
import { Failed } from './shell/failed.tsx'
import { StillLoading } from './shell/still-loading.tsx'

/** A screen that is not there after this time says so. Its code may wait for a network that hangs. */
const SLOW_MS = 10_000

/**
 * Makes the app's router. It loads the code of a screen when the user points at its link. That is cheap, because the
 * screens read their data from the phone.
 * @param history where the addresses come from; the browser's if it is left out
 */
export function makeRouter(history?: RouterHistory) {
  return createRouter({
    ...(history ? { history } : {}),
    // The build renders pages too, and a page that it has rendered has no place to restore.
    scrollRestoration: !history,
    routeTree,
    defaultErrorComponent: Failed,
    // Until then the page shows what it showed, or the screen that was kept.
    defaultPendingMs: SLOW_MS,
    defaultPendingComponent: StillLoading,
    defaultPreload: 'intent',
    // Removes search parameters that `validateSearch` does not return. Without `strict` the screen would get them too.
    search: { strict: true },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
