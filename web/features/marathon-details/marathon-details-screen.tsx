import { getRouteApi } from '@tanstack/react-router'
import { MarathonUnavailable } from '../../marathon/marathon-unavailable.tsx'
import { useOneMarathon } from '../../store/rows/one-marathon.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { MarathonDetails } from './marathon-details.tsx'

const route = getRouteApi('/marathons/$id')

/** The details screen: the marathon, or why it cannot be shown. */
export function MarathonDetailsScreen() {
  const { id } = route.useParams()
  const one = useOneMarathon(id)
  if (one.state === 'here') return <MarathonDetails marathon={one.marathon} kept={one.kept} />
  return <Unavailable one={one} />
}

function Unavailable({ one }: Parameters<typeof MarathonUnavailable>[0]) {
  useDocumentTitle(texts.marathonDetails())
  return (
    <div className="shell py-10">
      <MarathonUnavailable one={one} />
    </div>
  )
}
