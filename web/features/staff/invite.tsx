import { useRef, useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import type { InvitedRole, Role } from '../../../contract/roles.ts'
import { createInvitation, type Invitation } from '../../calls/invitations.ts'
import type { LoadProblem } from '../../calls/load-problem.ts'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { callFailure } from './call-failure.ts'
import { givenRoles } from './may-manage.ts'
import { RoleChoice } from './role-choice.tsx'
import { ShownOnce } from './shown-once.tsx'

type InviteProps = {
  marathonId: string
  title: string
  /** What the user is at the marathon. */
  role: Role
  call: <T>(make: () => Promise<T>) => Promise<T>
  /** The problem that another notice of the screen tells. A failure here does not repeat it. */
  shownProblem: LoadProblem | null
  onClose: () => void
  /** Reads the open invitations again. */
  reread: () => Promise<unknown>
}

/** The dialog that makes an invitation: a tap on a role, and its link is shown, once. The app keeps no copy of it. */
export function Invite({ marathonId, title, role: own, call, shownProblem, onClose, reread }: InviteProps) {
  const [pending, setPending] = useState<InvitedRole | null>(null)
  const [made, setMade] = useState<{ role: InvitedRole; invitation: Invitation } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // The key stays until the link is here: a call whose answer was lost gives the same link again.
  const key = useRef('')

  const invite = async (role: InvitedRole) => {
    key.current ||= crypto.randomUUID()
    setPending(role)
    setFailure(null)
    const make = () => call(() => createInvitation(marathonId, role, key.current))
    try {
      const invitation = await make().catch((error) => {
        // The answer was lost, and the user withdrew the invitation that the list showed.
        if (!(error instanceof Problem && error.code === 'GONE')) throw error
        key.current = crypto.randomUUID()
        return make()
      })
      setMade({ role, invitation })
      key.current = ''
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(null)
      // Also after a lost answer: the server may have made it.
      void reread()
    }
  }
  if (made) {
    return (
      <Dialog title={texts.invitedAs({ role: roleTexts.name({ role: made.role }) })} onClose={onClose}>
        <ShownOnce title={title} role={made.role} invitation={made.invitation} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title={texts.invite()} description={texts.inviteText()} onClose={onClose}>
      <RoleChoice roles={givenRoles(own)} pending={pending} onChoose={invite} />
      <p role="status" className="sr-only">
        {pending && texts.inviting()}
      </p>
      <FormError>{failure === null ? '' : callFailure(failure, shownProblem)}</FormError>
    </Dialog>
  )
}
