import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useOneMarathon } from '../../data/one-marathon.ts'
import { useFirstScreen } from '../-layout/first-screen.ts'
import { EventDetails } from '../-marathon/event-details.tsx'
import { EventUnavailable } from '../-marathon/event-unavailable.tsx'

export const Route = createFileRoute('/marathons/$id')({
  beforeLoad: requireUser,
  // Another event is another screen: nothing of the last one may show for a moment.
  remountDeps: ({ params }) => params,
  component: Details,
})

function Details() {
  const { id } = Route.useParams()
  const one = useOneMarathon(id)
  if (one.state === 'here') return <EventDetails event={one.event} kept={one.kept} />
  return <Unavailable one={one} />
}

function Unavailable({ one }: Parameters<typeof EventUnavailable>[0]) {
  useDocumentTitle('Marathon Details')
  useFirstScreen(one.state === 'loading' ? 'waits' : 'gone')
  return (
    <div className="shell py-10">
      <EventUnavailable one={one} />
    </div>
  )
}
