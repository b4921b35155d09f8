import { lazy, Suspense } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import { useAfterFirstPaint } from '../../ui/after-first-paint.tsx'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { Testimonials } from './testimonials.tsx'
import { Tips } from './tips.tsx'
import { UPCOMING, Upcoming } from './upcoming.tsx'

const AccountUpcoming = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountUpcoming })))

/** What the home page shows below the newest marathons: the upcoming ones, the tips and the testimonials. */
export function Below() {
  const { user } = useAuth()
  // The list loads when the user scrolls near it, or when the first screen is long painted.
  const [list, isInView] = useInView<HTMLDivElement>()
  const isPainted = useAfterFirstPaint()
  const skeleton = <ListSkeleton of={UPCOMING} />
  return (
    <>
      <div ref={list}>
        {isInView || isPainted ? (
          <Suspense fallback={skeleton}>{user ? <AccountUpcoming /> : <Upcoming />}</Suspense>
        ) : (
          skeleton
        )}
      </div>
      <Tips />
      <Testimonials />
    </>
  )
}
