import { lazy, Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { wasSignedIn } from '../../session/signed-in-bit.ts'
import * as texts from '../../texts/compiled/home.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { optional } from '../../ui/optional.ts'
import { EXPLORE, Explore } from './explore.tsx'
import { Hero } from './hero.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { Testimonials } from './testimonials.tsx'
import { Tips } from './tips.tsx'
import { TodayPlace } from './today-place.tsx'
import { UPCOMING, Upcoming } from './upcoming.tsx'

// A visitor does not load what only an account's lists have.
const AccountExplore = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountExplore })))
const AccountUpcoming = lazy(() => import('./account-lists.tsx').then((m) => ({ default: m.AccountUpcoming })))
const Today = optional(() => import('./today.tsx').then((m) => m.Today))

/** The home page: for who is signed in the next race, then the hero, two public lists, the tips and the testimonials. */
export function HomeScreen() {
  const { user, loading } = useAuth()
  useDocumentTitle(texts.documentTitle({ product: PRODUCT }))
  return (
    <>
      <h1 className="sr-only">{texts.heading()}</h1>
      {(user || (loading && wasSignedIn())) && (
        <Suspense fallback={<TodayPlace />}>
          <Today />
        </Suspense>
      )}
      <Hero />
      <Suspense fallback={<ListSkeleton of={EXPLORE} />}>{user ? <AccountExplore /> : <Explore />}</Suspense>
      <Suspense fallback={<ListSkeleton of={UPCOMING} />}>{user ? <AccountUpcoming /> : <Upcoming />}</Suspense>
      <Tips />
      <Testimonials />
    </>
  )
}
