import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOptimisticSearch } from '../../marathon/use-optimistic-search.ts'
import * as texts from '../../texts/compiled/organise.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { MyMarathons } from './my-marathons.tsx'
import type { Choice } from './own-list.ts'

const Helping = lazy(() => import('./helping.tsx').then((m) => ({ default: m.Helping })))
const WaitingScans = lazy(() => import('../../marathon/waiting-scans.tsx').then((m) => ({ default: m.WaitingScans })))

const route = getRouteApi('/dashboard/myMarathons/')

/** The dashboard screen of the user's own marathons. */
export function MyMarathonsScreen() {
  useDocumentTitle(texts.myMarathons())
  const navigate = route.useNavigate()
  const [{ sort = 'desc', when = 'all' }, setSearch] = useOptimisticSearch(route.useSearch(), (next) =>
    navigate({ search: next, replace: true, resetScroll: false }),
  )
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">{texts.myCreatedMarathons()}</h2>
      <Suspense>
        <WaitingScans />
      </Suspense>
      <MyMarathons
        sort={sort}
        onSort={(next) => setSearch(searchOf(next, when))}
        choice={when}
        onChoice={(next) => setSearch(searchOf(sort, next))}
      />
      <Suspense>
        <Helping />
      </Suspense>
    </>
  )
}

/** What the address says: not what is chosen anyway. */
function searchOf(sort: 'asc' | 'desc', when: Choice) {
  return { ...(sort === 'asc' && { sort }), ...(when !== 'all' && { when }) }
}
