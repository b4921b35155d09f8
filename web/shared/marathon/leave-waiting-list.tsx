import { leaveWaitingList } from '../../data/applications.ts'
import type { ApplicationView } from '../../data/overlay.ts'
import * as texts from '../../texts/compiled/marathon.js'
import { Button } from '../../ui/button.tsx'
import { useDelete } from '../sync/use-asked-edit.ts'

/** The button that leaves the waiting list with one tap. */
export function LeaveWaitingList({ application }: { application: ApplicationView }) {
  const { remove, deleting } = useDelete(leaveWaitingList, {
    question: null,
    warning: '',
    heading: texts.leftWaitingList(),
    done: '',
  })
  return (
    <Button variant="secondary" pending={deleting === application._id} onClick={() => remove(application)}>
      {texts.leaveWaitingList()}
    </Button>
  )
}
