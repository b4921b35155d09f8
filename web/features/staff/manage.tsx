import { type InvitedRole, isHelper, may, type Role } from '../../../contract/roles.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { changeRole, offer, removeStaff, type StaffView } from '../../store/rows/staff.ts'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { confirmPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { givenRoles, nameOf } from './may-manage.ts'
import { RoleChoice } from './role-choice.tsx'

type ManageProps = {
  marathon: MarathonView
  row: StaffView
  /** What the user is at the marathon. */
  role: Role
  onClose: () => void
  /** Says what has happened, when the dialog is closed. */
  onDone: (message: string) => void
}

/** The dialog about one of the staff: another role, the offer of the marathon, removal. Each of them is queued. */
export function Manage({ marathon, row, role: own, onClose, onDone }: ManageProps) {
  const { db } = useAccount()
  const name = nameOf(row)
  const write = (queue: (db: AccountDb) => Promise<string[]>, message: string) =>
    withStorageMessage(async () => {
      await queue(db)
      onDone(message)
    }, texts.notChanged())
  // A question would lie below the dialog, and a pop-up too.
  const choose = (role: InvitedRole) => {
    onClose()
    return write(() => changeRole(db, row, role), texts.roleChanged({ name, role: roleTexts.name({ role }) }))
  }
  const ask = async (isOffered: boolean) => {
    onClose()
    if (!isOffered) return write(() => offer(db, row, false), texts.takenBack())
    const isSure = await confirmPopUp({
      title: texts.offerQuestion({ title: marathon.title, name }),
      text: texts.offerWarning({ name }),
      confirm: texts.offerYes(),
    })
    if (isSure) await write(() => offer(db, row, true), texts.offerMade({ name }))
  }
  const remove = async () => {
    onClose()
    const isSure = await confirmPopUp({
      title: texts.removeNamedQuestion({ name }),
      text: isHelper(row.role) ? texts.removeWarning() : texts.removeWarningOrganiser(),
      confirm: texts.removeYes(),
    })
    if (isSure) await write(() => removeStaff(db, row), texts.removed({ name }))
  }
  return (
    <Dialog
      title={name}
      description={texts.roleSince({
        role: roleTexts.name({ role: row.role }),
        dayTime: formatDayTime(row.since, readerTimeZone()),
      })}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <section aria-label={texts.role()}>
          <RoleChoice
            roles={givenRoles(own)}
            {...(row.role === 'owner' ? {} : { current: row.role })}
            onChoose={choose}
          />
        </section>
        <div className="flex flex-wrap gap-2">
          {row.role === 'organiser' && may(own, 'own') && (
            <Button variant="secondary" onClick={() => ask(!row.isOffered)}>
              {row.isOffered ? texts.takeBack() : texts.offer({ name })}
            </Button>
          )}
          <Button variant="danger" onClick={remove}>
            {texts.removeNamed({ name })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
