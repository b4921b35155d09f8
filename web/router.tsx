import { createRouter } from '@tanstack/react-router'
import { Failed } from './layout/failed.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The app's router. Screens read the phone, so loading one early costs nothing but its code. */
export function makeRouter() {
  return createRouter({
    routeTree,
    defaultErrorComponent: Failed,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // What a route's `validateSearch` leaves out is gone; otherwise its screen would get it all the same.
    search: { strict: true },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
