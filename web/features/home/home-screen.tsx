import { lazy, Suspense, useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { inTime } from '../../store/in-time.ts'
import * as texts from '../../texts/compiled/home.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { optional } from '../../ui/optional.ts'
import { EXPLORE } from './explore-head.ts'
import { Hero } from './hero.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

// The first paint waits neither for the rows of the lists nor for their code.
const Explore = lazy(() => import('./explore.tsx').then((m) => ({ default: m.Explore })))
const AccountExplore = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountExplore })))
/** Code that comes later does not hold the first render. */
const BELOW_WAIT_MS = 500
const loadBelow = () => import('./below.tsx').then((m) => m.Below)
// Without its code the page shows the rest.
const BelowLater = optional(loadBelow)
let below: Awaited<ReturnType<typeof loadBelow>> | undefined

/**
 * Loads what the first render shows. After a reload or a back navigation it is the whole page, so that the browser can
 * restore the scroll position.
 */
export async function loadHome(): Promise<void> {
  const [start] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (start?.type !== 'navigate')
    below ??= await inTime(
      loadBelow().catch(() => expected('no-code')),
      BELOW_WAIT_MS,
      undefined,
    )
}

/** The home page: the hero, the two public lists, the tips and the testimonials. */
export function HomeScreen() {
  const { user } = useAuth()
  useDocumentTitle(texts.documentTitle({ product: PRODUCT }))
  // A lazy part is never in the first render, even when its code is there.
  const [Below] = useState(() => below ?? BelowLater)
  return (
    <>
      <Hero />
      <Suspense fallback={<ListSkeleton of={EXPLORE} />}>{user ? <AccountExplore /> : <Explore />}</Suspense>
      <Suspense>
        <Below />
      </Suspense>
    </>
  )
}
