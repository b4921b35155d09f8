import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SortSelect } from '../../marathon/sort-select.tsx'
import { useOptimisticSearch } from '../../marathon/use-optimistic-search.ts'
import * as texts from '../../texts/compiled/organise.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { MyMarathons } from './my-marathons.tsx'

const Helping = lazy(() => import('./helping.tsx').then((m) => ({ default: m.Helping })))
const WaitingScans = lazy(() => import('../../marathon/waiting-scans.tsx').then((m) => ({ default: m.WaitingScans })))

const route = getRouteApi('/dashboard/myMarathons/')

/** The dashboard screen of the user's own marathons. */
export function MyMarathonsScreen() {
  useDocumentTitle(texts.myMarathons())
  const navigate = route.useNavigate()
  const [{ sort = 'desc' }, setSearch] = useOptimisticSearch(route.useSearch(), (next) =>
    navigate({ search: next, replace: true, resetScroll: false }),
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-3xl">{texts.myCreatedMarathons()}</h2>
        <SortSelect value={sort} onChange={(next) => setSearch(next === 'asc' ? { sort: next } : {})} />
      </div>
      <Suspense>
        <WaitingScans />
      </Suspense>
      <MyMarathons sort={sort} />
      <Suspense>
        <Helping />
      </Suspense>
    </>
  )
}
