import { useDelete } from '../status/use-asked-edit.ts'
import type { ApplicationView } from '../store/overlay.ts'
import { leaveWaitingList } from '../store/rows/applications.ts'
import * as texts from '../texts/compiled/marathon.js'
import { Button } from '../ui/button.tsx'

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
