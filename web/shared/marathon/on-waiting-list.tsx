import { deleteApplication } from '../../data/applications.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { LiveOnly } from '../../ui/live-only.tsx'
import { useDelete } from '../sync/use-delete.ts'

const LEAVE_TEXTS = { question: null, warning: '', heading: 'You left the waiting list.', done: '' }

/** An application without a place. Leaving the waiting list is one tap. */
export function OnWaitingList({ application, marathon }: { application: ApplicationView; marathon: MarathonView }) {
  const { remove, deleting } = useDelete(deleteApplication, LEAVE_TEXTS)
  return (
    <LiveOnly as="div" className="grid justify-items-start gap-2 text-sm">
      <p>
        On the waiting list since {formatDay(application.createdAt, marathon.timeZone)}.{' '}
        {marathon.cancelled
          ? 'The event is cancelled, so nobody gets a place now.'
          : 'The first in line gets the next free place by itself, until the start. You are told here.'}
      </p>
      <Button variant="secondary" pending={deleting === application._id} onClick={() => remove(application)}>
        Leave the waiting list
      </Button>
    </LiveOnly>
  )
}
