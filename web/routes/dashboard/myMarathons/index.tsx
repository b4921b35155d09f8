import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '../../../components/use-document-title.ts'
import { MyMarathons } from '../../-dashboard/my-marathons.tsx'
import { SortSelect } from '../../-marathons/sort-select.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/')({
  validateSearch: (search): { sort?: 'asc' } => (search.sort === 'asc' ? { sort: 'asc' } : {}),
  component: Screen,
})

function Screen() {
  useDocumentTitle('My Marathons')
  const { sort = 'desc' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-3xl">My Created Marathons</h2>
        <SortSelect
          value={sort}
          onChange={(next) => void navigate({ search: next === 'asc' ? { sort: next } : {}, replace: true })}
        />
      </div>
      <MyMarathons sort={sort} />
    </>
  )
}
