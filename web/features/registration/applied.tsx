import { OwnApplications } from '../../marathon/own-applications.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useMyApplicationsFor } from '../../store/rows/applications.ts'
import * as texts from '../../texts/compiled/registration.js'
import { ButtonLink } from '../../ui/button.tsx'

/**
 * The screen after an application was made. It shows the state live: a waiting application becomes a registered one.
 */
export function Applied({ marathon, now, onAnother }: { marathon: MarathonView; now: number; onAnother: () => void }) {
  const applications = useMyApplicationsFor(marathon._id) ?? []
  return (
    <div className="grid gap-6">
      <div role="status">
        <OwnApplications applications={applications} marathon={marathon} now={now} />
      </div>
      <div className="no-print flex flex-wrap gap-3">
        <ButtonLink to="/marathons/$id" params={{ id: marathon._id }} variant="secondary">
          {texts.seeEvent()}
        </ButtonLink>
        <button type="button" className="text-link min-h-11" onClick={onAnother}>
          {texts.another()}
        </button>
      </div>
    </div>
  )
}
