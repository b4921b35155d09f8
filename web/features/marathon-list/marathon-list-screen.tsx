import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useLeaveList } from '../../marathon/list-left.ts'
import { SortSelect } from '../../marathon/sort-select.tsx'
import { useOptimisticSearch } from '../../marathon/use-optimistic-search.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListForm } from './list-form.tsx'
import { parseListSearch } from './list-search.ts'
import { MarathonList } from './marathon-list.tsx'

const route = getRouteApi('/marathons/')

/** The screen with the list of all marathons and its filters. */
export function MarathonListScreen() {
  useDocumentTitle(texts.marathons())
  const navigate = route.useNavigate()
  const [search, setSearch] = useOptimisticSearch(route.useSearch(), (next) =>
    navigate({ search: next, replace: true, resetScroll: false }),
  )
  useLeaveList(search)
  // A deferred value keeps typing fast while the list is searched.
  const shown = useDeferredValue(search)
  const change = (part: Record<string, unknown>) => setSearch(parseListSearch({ ...search, ...part }))
  const { sort = 'desc', compact = false } = search

  return (
    <>
      <PageHeader
        title={texts.explore()}
        aside={<SortSelect label="night" value={sort} onChange={(next) => change({ sort: next })} />}
      >
        {texts.everyEvent()}
      </PageHeader>
      <div className="shell py-6 sm:py-8">
        <ListFilters search={search} onChange={change} />
        <ListForm search={shown} sort={sort} compact={compact} onChange={change} />
        <MarathonList search={shown} onClear={() => setSearch(parseListSearch({ sort, compact }))} />
      </div>
    </>
  )
}
