import { useNavigate } from '@tanstack/react-router'
import { useAskedEdit } from '../status/use-asked-edit.ts'
import type { MarathonView } from '../store/overlay.ts'
import { removeStaff, useStaff } from '../store/rows/staff.ts'
import * as texts from '../texts/compiled/roles.js'
import { Button } from '../ui/button.tsx'

/** With it staff give up the own role at a marathon. Nothing for its owner. */
export function LeaveButton({ marathon: { _id: id, title } }: { marathon: MarathonView }) {
  const navigate = useNavigate()
  const own = useStaff(id)?.find(({ mine }) => mine)
  const { edit: leave, editing } = useAskedEdit(
    async (db, row: { _id: string }) => {
      const opIds = await removeStaff(db, row)
      await navigate({ to: '/dashboard/myMarathons', replace: true })
      return opIds
    },
    {
      question: texts.leaveQuestion({ title }),
      warning: texts.leaveWarning(),
      confirm: texts.leaveYes(),
      heading: texts.left(),
      done: texts.leftText(),
      failed: texts.notLeft(),
    },
  )
  if (!own || own.role === 'owner') return null
  return (
    <Button variant="danger" pending={editing !== null} onClick={() => leave(own)}>
      {texts.leave()}
    </Button>
  )
}
