import { leaveWaitingList } from '../../data/applications.ts'
import type { ApplicationView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { useDelete } from '../sync/use-asked-edit.ts'

const LEAVE_TEXTS = { question: null, warning: '', heading: 'You left the waiting list.', done: '' }

/** The button that leaves the waiting list with one tap. */
export function LeaveWaitingList({ application }: { application: ApplicationView }) {
  const { remove, deleting } = useDelete(leaveWaitingList, LEAVE_TEXTS)
  return (
    <Button variant="secondary" pending={deleting === application._id} onClick={() => remove(application)}>
      Leave the waiting list
    </Button>
  )
}
