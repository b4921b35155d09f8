import { useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '../session/auth-context.tsx'
import { requireUser } from '../session/require-user.ts'

/**
 * Returns true while a screen that requires a login has no account: after a logout in this tab or in another one, and
 * for the moment before the account is read. The caller must then render nothing of that screen. After a logout the
 * hook runs the login check of the route again, and the check redirects to the login page.
 */
export function useLostAccount(): boolean {
  const { user, loading } = useAuth()
  const router = useRouter()
  // The path of the screen that is on the page now. During a navigation the router still renders the old screen.
  const path = useRouterState({ select: ({ resolvedLocation }) => withoutEndSlash(resolvedLocation?.pathname ?? '') })
  const requiresLogin = useMatches({
    select: (matches) =>
      // An unknown path below a route that requires a login shows the 404 page to everybody.
      withoutEndSlash(matches.at(-1)?.pathname ?? '') === path &&
      // If the login check failed (the storage refused), the page shows that error.
      matches.every(({ status }) => status !== 'error') &&
      matches.some(({ routeId }) => router.routesById[routeId].options.beforeLoad === requireUser),
  })
  const lost = requiresLogin && !user
  useEffect(() => {
    if (lost && !loading) void router.invalidate()
  }, [lost, loading, router])
  return lost
}

const withoutEndSlash = (path: string) => path.replace(/\/+$/, '')
