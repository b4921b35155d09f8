import { getRouteApi } from '@tanstack/react-router'
import { MarathonUnavailable } from '../../marathon/marathon-unavailable.tsx'
import { useMyApplicationsFor } from '../../store/rows/applications.ts'
import { useOneMarathon } from '../../store/rows/one-marathon.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { MarathonDetails } from './marathon-details.tsx'

const route = getRouteApi('/marathons/$id')

/** The details screen: the marathon, or why it cannot be shown. */
export function MarathonDetailsScreen() {
  const { id } = route.useParams()
  const one = useOneMarathon(id)
  const applications = useMyApplicationsFor(id)
  if (one.state !== 'here') return <Unavailable one={one} />
  // The user's applications are above the start. The page waits for them, so that the start does not move.
  if (!applications) return <SpinnerBlock />
  return <MarathonDetails marathon={one.marathon} kept={one.kept} applications={applications} />
}

function Unavailable({ one }: Parameters<typeof MarathonUnavailable>[0]) {
  useDocumentTitle(texts.marathonDetails())
  return (
    <div className="shell py-10">
      <MarathonUnavailable one={one} />
    </div>
  )
}
