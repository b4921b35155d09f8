import { getRouteApi } from '@tanstack/react-router'
import { useOneMarathon } from '../../data/one-marathon.ts'
import { useFirstScreen } from '../../first-paint/first-screen.ts'
import { EventUnavailable } from '../../shared/marathon/marathon-unavailable.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { EventDetails } from './marathon-details.tsx'

const route = getRouteApi('/marathons/$id')

export function MarathonDetailsScreen() {
  const { id } = route.useParams()
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
