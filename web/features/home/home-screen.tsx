import { lazy, Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAuth } from '../../auth/auth-context.tsx'
import { useAfterFirstPaint } from '../../first-paint/after-first-paint.tsx'
import { useShowBelowFirstScreen } from '../../first-paint/below-first-screen.ts'
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

/** The home page: the hero, the two public lists, the tips and the testimonials. */
export function HomeScreen() {
  const { user } = useAuth()
  useDocumentTitle(texts.documentTitle({ product: PRODUCT }))
  // This list is below the first screen of a phone. It loads when the user scrolls near it, or when the first screen is
  // long painted.
  const [below, isInView] = useInView<HTMLDivElement>()
  const isPainted = useAfterFirstPaint()
  const showBelow = useShowBelowFirstScreen()
  return (
    <>
      <Hero />
      <Suspense fallback={<ListSkeleton of="explore" />}>{user ? <AccountExplore /> : <Explore />}</Suspense>
      <div ref={below}>
        {isInView || isPainted ? (
          <Suspense fallback={<ListSkeleton of="upcoming" />}>{user ? <AccountUpcoming /> : <Upcoming />}</Suspense>
        ) : (
          showBelow && <ListSkeleton of="upcoming" />
        )}
      </div>
      {showBelow && <Tips />}
      {showBelow && <Testimonials />}
    </>
  )
}
