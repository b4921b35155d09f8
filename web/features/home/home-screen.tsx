import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAuth } from '../../auth/auth-context.tsx'
import { useAfterFirstPaint } from '../../first-paint/after-first-paint.tsx'
import * as texts from '../../texts/compiled/home.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { Hero } from './hero.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { Testimonials } from './testimonials.tsx'
import { Tips } from './tips.tsx'

// The first paint waits neither for the rows of the lists nor for their code.
const Explore = lazy(() => import('./explore.tsx').then((m) => ({ default: m.Explore })))
const Upcoming = lazy(() => import('./upcoming.tsx').then((m) => ({ default: m.Upcoming })))
const AccountExplore = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountExplore })))
const AccountUpcoming = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountUpcoming })))

/**
 * Whether the first render includes the part below the first screen. It does after a reload or a back navigation, so
 * that the browser can restore the scroll position.
 */
let showsBelowFold = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)?.type !== 'navigate'

/**
 * Returns false in the first render of the app, so that the first screen is painted sooner. A second render then adds
 * the part below. In every later render the hook returns true.
 */
function useShowBelowFold(): boolean {
  const [showBelowFold, setShowBelowFold] = useState(showsBelowFold)
  useEffect(() => {
    showsBelowFold = true
    startTransition(() => setShowBelowFold(true))
  }, [])
  return showBelowFold
}

/** The home page: the hero, the two public lists, the tips and the testimonials. */
export function HomeScreen() {
  const { user } = useAuth()
  useDocumentTitle(texts.documentTitle({ product: PRODUCT }))
  // This list is below the first screen of a phone. It loads when the user scrolls near it, or when the first screen is
  // long painted.
  const [below, isInView] = useInView<HTMLDivElement>()
  const isPainted = useAfterFirstPaint()
  const showBelowFold = useShowBelowFold()
  return (
    <>
      <Hero />
      <Suspense fallback={<ListSkeleton of="explore" />}>{user ? <AccountExplore /> : <Explore />}</Suspense>
      <div ref={below}>
        {isInView || isPainted ? (
          <Suspense fallback={<ListSkeleton of="upcoming" />}>{user ? <AccountUpcoming /> : <Upcoming />}</Suspense>
        ) : (
          showBelowFold && <ListSkeleton of="upcoming" />
        )}
      </div>
      {showBelowFold && <Tips />}
      {showBelowFold && <Testimonials />}
    </>
  )
}
