import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAfterFirstPaint } from '../../first-paint/after-first-paint.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { Hero } from './hero.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { Testimonials } from './testimonials.tsx'
import { Tips } from './tips.tsx'

// The lists come from the phone and the network; the first paint waits for neither, nor for their code.
const Explore = lazy(() => import('./explore.tsx').then((m) => ({ default: m.Explore })))
const Upcoming = lazy(() => import('./upcoming.tsx').then((m) => ({ default: m.Upcoming })))

/** A page that is come back to is whole at once: where it was scrolled to is there. */
let showsBelowFold = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)?.type !== 'navigate'

/** False in the app's very first drawing, which is for the first screen; what lies below follows in one of its own. */
function useShowBelowFold(): boolean {
  const [showBelowFold, setShowBelowFold] = useState(showsBelowFold)
  useEffect(() => {
    showsBelowFold = true
    startTransition(() => setShowBelowFold(true))
  }, [])
  return showBelowFold
}

export function HomeScreen() {
  useDocumentTitle(`Home - ${PRODUCT}`)
  // Below the first screen of a phone: when somebody scrolls there, or has stayed, so that it is kept for offline.
  const [below, isInView] = useInView<HTMLDivElement>()
  const isPainted = useAfterFirstPaint()
  const showBelowFold = useShowBelowFold()
  return (
    <>
      <Hero />
      <Suspense fallback={<ListSkeleton of="explore" />}>
        <Explore />
      </Suspense>
      <div ref={below}>
        {isInView || isPainted ? (
          <Suspense fallback={<ListSkeleton of="upcoming" />}>
            <Upcoming />
          </Suspense>
        ) : (
          showBelowFold && <ListSkeleton of="upcoming" />
        )}
      </div>
      {showBelowFold && <Tips />}
      {showBelowFold && <Testimonials />}
    </>
  )
}
