import type { MarathonView } from '../store/overlay.ts'
import * as texts from '../texts/compiled/organise.js'
import { BackLink } from '../ui/back-link.tsx'

/** The way back from a screen about a marathon: for its staff to the place of the marathon, else to the list. */
export function WayBack({ to: marathon }: { to?: MarathonView | null | undefined }) {
  if (!marathon?.role) return <BackLink to="/dashboard/myMarathons">{texts.backToList()}</BackLink>
  return (
    <BackLink to="/dashboard/myMarathons/$id" params={{ id: marathon._id }}>
      <bdi lang="" className="line-clamp-1 break-all">
        {marathon.title}
      </bdi>
    </BackLink>
  )
}
