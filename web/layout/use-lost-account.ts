import { useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '../auth/auth-context.tsx'
import { requireUser } from '../auth/require-user.ts'

/**
 * True while a screen behind the guard is without an account: after a logout, here or in another tab, and for the
 * moment before the account is read. Nothing of that screen may be drawn then; the guard is asked again where to go.
 */
export function useLostAccount(): boolean {
  const { user, loading } = useAuth()
  const router = useRouter()
  // Not where the router is going: until it is there, the old screen is what would be drawn.
  const path = useRouterState({ select: ({ resolvedLocation }) => trimmed(resolvedLocation?.pathname ?? '') })
  const guarded = useMatches({
    select: (matches) =>
      // A path below a guarded one that is no screen is the 404 page, for everybody.
      trimmed(matches.at(-1)?.pathname ?? '') === path &&
      // Where the guard itself failed (storage refused), its failure is what is drawn.
      matches.every(({ status }) => status !== 'error') &&
      matches.some(({ routeId }) => router.routesById[routeId].options.beforeLoad === requireUser),
  })
  const lost = guarded && !user
  useEffect(() => {
    if (lost && !loading) void router.invalidate()
  }, [lost, loading, router])
  return lost
}

const trimmed = (path: string) => path.replace(/\/+$/, '')
