import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '../../../components/use-document-title.ts'
import { MyMarathons } from '../../-dashboard/my-marathons.tsx'
import { SortSelect } from '../../-marathons/sort-select.tsx'
import { useQuickSearch } from '../../-marathons/use-quick-search.ts'

export const Route = createFileRoute('/dashboard/myMarathons/')({
  validateSearch: (search): { sort?: 'asc' } => (search.sort === 'asc' ? { sort: 'asc' } : {}),
  component: Screen,
})

function Screen() {
  useDocumentTitle('My Marathons')
  const navigate = Route.useNavigate()
  const [{ sort = 'desc' }, setSearch] = useQuickSearch(Route.useSearch(), (next) =>
    navigate({ search: next, replace: true, resetScroll: false }),
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-3xl">My Created Marathons</h2>
        <SortSelect value={sort} onChange={(next) => setSearch(next === 'asc' ? { sort: next } : {})} />
      </div>
      <MyMarathons sort={sort} />
    </>
  )
}
