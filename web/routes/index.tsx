import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { PRODUCT } from '../../contract/limits.ts'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { useNear } from '../components/use-near.ts'
import { Hero } from './-home/hero.tsx'
import { ListWaits } from './-home/list-waits.tsx'
import { Testimonials } from './-home/testimonials.tsx'
import { Tips } from './-home/tips.tsx'
import { useCalm } from './-layout/calm.tsx'

// The lists come from the phone and the network; the first paint waits for neither, nor for their code.
const Explore = lazy(() => import('./-home/explore.tsx').then((m) => ({ default: m.Explore })))
const Upcoming = lazy(() => import('./-home/upcoming.tsx').then((m) => ({ default: m.Upcoming })))

// In the first file: what most visitors see first does not wait for a second one.
export const Route = createFileRoute('/')({ component: Home, codeSplitGroupings: [] })

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

function Home() {
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
