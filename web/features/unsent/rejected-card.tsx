import { useNavigate } from '@tanstack/react-router'
import { entityOf, hasForgotten, isOfOthers } from '../../../contract/ops.ts'
import type { Op } from '../../../contract/sync.ts'
import { ownFields } from '../../status/patch-values.ts'
import { rejectionMessage } from '../../status/rejection-message.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import type { DraftKey } from '../../store/drafts.ts'
import { dismissInboxItems, sendAgain } from '../../store/handle-unsent.ts'
import { saved } from '../../store/outbox.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import { askForSync } from '../../store/sync-status.ts'
import * as texts from '../../texts/compiled/unsent.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp } from '../../ui/dialogs/pop-up.ts'
import { formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { CopyEditButton, DiscardButton } from './card-actions.tsx'
import { ChangeCard } from './change-card.tsx'
import { isHandedOver } from './handed-over.ts'

type RejectedCardProps = {
  item: InboxRecord
  marathon: OpMarathon
  /** Opens the form "Edit and send again". */
  onEdit: (item: InboxRecord) => void
}

/** The card of a rejected edit: the reason, and what the user can do. */
export function RejectedCard({ item, marathon, onEdit }: RejectedCardProps) {
  const { db } = useAccount()
  const { op, code = 'UNAVAILABLE', fields } = item
  const { message, remedy } = rejectionMessage(code, op, fields, marathon.cancelled, marathon.asked)
  const isLateUndo = code === 'FORBIDDEN' && op.type === 'checkIn.void'
  const again = async (patch = op.patch) => {
    await sendAgain(db, item, patch)
    askForSync()
  }
  const isForgotten = hasForgotten(op)
  const editable = remedy !== 'none' && ownFields(op).length > 0 && !isForgotten
  return (
    <ChangeCard
      op={op}
      marathon={marathon}
      state={texts.notAccepted()}
      tone="danger"
      reason={isLateUndo ? lateUndoMessage(op, marathon) : !(isForgotten && code === 'INVALID') && message}
      actions={
        <>
          {remedy === 'again' && <Button onClick={() => withStorageMessage(again)}>{texts.sendAgain()}</Button>}
          {remedy === 'waitingList' && (
            <Button onClick={() => withStorageMessage(() => again({ ...op.patch, waitingList: true }))}>
              {texts.joinWaitingList()}
            </Button>
          )}
          {remedy === 'namesake' && (
            <Button onClick={() => withStorageMessage(() => again({ ...op.patch, namesake: true }))}>
              {texts.namesake()}
            </Button>
          )}
          {code === 'GONE' &&
            item.was?.marathonId !== undefined &&
            entityOf(op) === 'application' &&
            !isOfOthers(op) && <ApplyAgain item={item} />}
          {editable && (
            <Button variant={remedy === 'edit' ? 'primary' : 'secondary'} onClick={() => onEdit(item)}>
              {texts.editAndSend()}
            </Button>
          )}
          <CopyEditButton op={op} marathon={marathon} />
          <DiscardButton
            op={op}
            marathon={marathon}
            isHandedOver={isHandedOver(item)}
            onDiscard={() => dismissInboxItems(db, [item]).then(() => null)}
          />
        </>
      }
    />
  )
}

/**
 * What a removed helper reads whose undo came too late. The wrong runner still counts, so somebody must be told. The
 * phone has mostly forgotten the name with the other entrants.
 */
function lateUndoMessage({ at }: Op, { entrant, timeZone }: OpMarathon): string {
  const time = formatTime(at, timeZone || readerTimeZone())
  return entrant ? texts.lateUndoNamed({ name: entrant, time }) : texts.lateUndo({ time })
}

/**
 * Opens the form of a new application, filled with the fields of the edit. A deleted application cannot be restored.
 */
function ApplyAgain({ item: { op, was = {} } }: { item: InboxRecord }) {
  const { db } = useAccount()
  const navigate = useNavigate()
  const id = String(was.marathonId)
  const key: DraftKey = `apply:${id}`
  const open = async () => {
    const { title: _title, marathonId: _id, ...person } = { ...was, ...op.patch }
    // The values of a form are texts.
    const typed = Object.entries(person).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? `${value}` : value,
    ])
    const [title, text, confirm] = [texts.replaceAsk(), texts.replaceText(), texts.replaceIt()]
    const before = await saved(db, [db.drafts], () => db.drafts.get(key))
    if (before && !(await confirmPopUp({ title, text, confirm }))) return
    // An empty form would be of no use, so it opens only with what is stored.
    await saved(db, [db.drafts], () => db.drafts.put({ key, values: Object.fromEntries(typed), at: Date.now() }))
    await navigate({ to: '/marathon/registration/$id', params: { id } })
  }
  return <Button onClick={() => withStorageMessage(open)}>{texts.applyAgain()}</Button>
}
