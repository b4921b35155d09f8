import { withdrawSchema } from '../../../contract/application.ts'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { checkFields } from '../../forms/check-fields.ts'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { withdrawEntrant } from '../../store/rows/entrant-edits.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/entrant.js'
import * as labels from '../../texts/compiled/labels.js'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea } from '../../ui/field.tsx'
import { entrantName } from '../entrant-name.ts'
import { isOnWaitingList } from '../waiting-list.ts'

/** The dialog in which staff withdraw an entry. It asks why, and the runner reads it. */
export function WithdrawEntrant({ entrant, onClose }: { entrant: ApplicationView; onClose: () => void }) {
  const { db } = useAccount()
  const name = entrantName(entrant)
  const form = useForm({
    initial: { reason: '' },
    draftKey: `withdraw-entrant:${entrant.marathonId}:${entrant._id}`,
    check: (values) => checkFields(withdrawSchema, values).errors ?? {},
    save: async (values) => {
      const opIds = await withdrawEntrant(db, entrant, withdrawSchema.parse(values).reason)
      await form.clearDraft()
      onClose()
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.withdrawn(), texts.withdrawnText({ name })))
      return undefined
    },
  })
  return (
    <EditDialog
      id="withdraw-entrant"
      title={texts.withdrawOf({ name })}
      form={form}
      onClose={onClose}
      saveLabel={texts.withdrawYes()}
      closeLabel={texts.keepIt()}
    >
      <p>{whatHappens(entrant)}</p>
      <TextArea
        label={labels.reason()}
        required
        rows={3}
        hint={
          entrant.isClaimed
            ? texts.reasonHint({ max: MAX_LENGTH.reason })
            : texts.reasonHintUnclaimed({ max: MAX_LENGTH.reason })
        }
        {...form.bind('reason')}
      />
    </EditDialog>
  )
}

function whatHappens(entrant: ApplicationView): string {
  if (!entrant.isClaimed) return texts.withdrawUnclaimed()
  return isOnWaitingList(entrant) ? texts.withdrawWaiting() : texts.withdrawText()
}
