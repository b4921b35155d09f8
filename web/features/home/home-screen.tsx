import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useCalm } from '../../first-paint/after-first-paint.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useNear } from '../../ui/hooks/use-in-view.ts'
import { Hero } from './hero.tsx'
import { ListWaits } from './list-skeleton.tsx'
import { Testimonials } from './testimonials.tsx'
import { Tips } from './tips.tsx'

// The lists come from the phone and the network; the first paint waits for neither, nor for their code.
const Explore = lazy(() => import('./explore.tsx').then((m) => ({ default: m.Explore })))
const Upcoming = lazy(() => import('./upcoming.tsx').then((m) => ({ default: m.Upcoming })))

/** A page that is come back to is whole at once: where it was scrolled to is there. */
let isWhole = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)?.type !== 'navigate'

/** False in the app's very first drawing, which is for the first screen; what lies below follows in one of its own. */
function useWhole(): boolean {
  const [whole, setWhole] = useState(isWhole)
  useEffect(() => {
    isWhole = true
    startTransition(() => setWhole(true))
  }, [])
  return whole
}

export function HomeScreen() {
  useDocumentTitle(`Home - ${PRODUCT}`)
  // Below the first screen of a phone: when somebody scrolls there, or has stayed, so that it is kept for offline.
  const [below, near] = useNear<HTMLDivElement>()
  const calm = useCalm()
  const whole = useWhole()
  return (
    <>
      <Hero />
      <Suspense fallback={<ListWaits of="explore" />}>
        <Explore />
      </Suspense>
      <div ref={below}>
        {near || calm ? (
          <Suspense fallback={<ListWaits of="upcoming" />}>
            <Upcoming />
          </Suspense>
        ) : (
          whole && <ListWaits of="upcoming" />
        )}
      </div>
      {whole && <Tips />}
      {whole && <Testimonials />}
    </>
  )
}
