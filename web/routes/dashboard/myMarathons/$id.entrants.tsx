import { createFileRoute, Link } from '@tanstack/react-router'
import { Notice } from '../../../components/notice.tsx'
import { RowSkeletons } from '../../../components/skeleton.tsx'
import { useDocumentTitle } from '../../../components/use-document-title.ts'
import { useEntrants } from '../../../data/applications.ts'
import { useMarathon } from '../../../data/marathons.ts'
import { Entrants } from '../../-entrants/entrants.tsx'
import { SavedLine } from '../../-marathons/saved-line.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/entrants')({
  remountDeps: ({ params }) => params,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  const event = useMarathon(id)
  const entrants = useEntrants(id)
  useDocumentTitle(event ? `Entrants of ${event.title}` : 'Entrants')
  return (
    <>
      <Link to="/dashboard/myMarathons" className="text-link mb-2 inline-flex min-h-11 items-center gap-2">
        <span aria-hidden="true">←</span> My Marathon List
      </Link>
      <h2 className="text-2xl sm:text-3xl">Entrants</h2>
      {event && <p className="mt-1 mb-6 text-ink-soft">{event.title}</p>}
      <SavedLine />
      {event === undefined || entrants === undefined ? (
        <RowSkeletons count={6} />
      ) : event?.mine ? (
        <Entrants event={event} entrants={entrants} />
      ) : (
        <Notice kind="empty" title="There are no entrants to show.">
          This is not one of your marathons on this phone, or it was deleted.
        </Notice>
      )}
    </>
  )
}
