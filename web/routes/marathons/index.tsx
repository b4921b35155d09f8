import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { requireUser } from '../../auth/require-user.ts'
import { PageHead } from '../../components/page-head.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { EventList } from '../-marathons/event-list.tsx'
import { ListFilters } from '../-marathons/list-filters.tsx'
import { parseListSearch } from '../-marathons/list-search.ts'
import { SortSelect } from '../-marathons/sort-select.tsx'
import { useQuickSearch } from '../-marathons/use-quick-search.ts'

export const Route = createFileRoute('/marathons/')({
  validateSearch: parseListSearch,
  beforeLoad: requireUser,
  component: Marathons,
})

function Marathons() {
  useDocumentTitle('Marathons')
  const navigate = Route.useNavigate()
  const [search, setSearch] = useQuickSearch(Route.useSearch(), (next) =>
    navigate({ search: next, replace: true, resetScroll: false }),
  )
  // Typing stays quick while a long list is searched.
  const shown = useDeferredValue(search)
  const change = (part: Record<string, unknown>) => setSearch(parseListSearch({ ...search, ...part }))

  return (
    <>
      <PageHead
        title="Explore Marathons"
        aside={<SortSelect onNight value={search.sort ?? 'desc'} onChange={(sort) => change({ sort })} />}
      >
        Every event on this phone, with or without a signal.
      </PageHead>
      <div className="shell py-6 sm:py-8">
        <ListFilters search={search} onChange={change} />
        <EventList search={shown} onClear={() => setSearch(search.sort ? { sort: search.sort } : {})} />
      </div>
    </>
  )
}
