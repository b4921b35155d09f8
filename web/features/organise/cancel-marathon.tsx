import { marathonPatchSchema } from '../../../contract/marathon.ts'
import { useAccount } from '../../data/account-context.tsx'
import { updateMarathon } from '../../data/marathons.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { EditDialog } from '../../shared/forms/edit-dialog.tsx'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { tellVerdict } from '../../shared/sync/tell-verdict.ts'
import { TextArea } from '../../ui/field.tsx'
import { successPopUp } from '../../ui/pop-up.ts'

/** The dialog that cancels a marathon and asks why. */
export function CancelMarathon({ marathon, onClose }: { marathon: MarathonView; onClose: () => void }) {
  const { db } = useAccount()
  const form = useForm({
    initial: { cancelled: '' },
    draftKey: `cancel-marathon:${marathon._id}`,
    check: (values) => checkFields(marathonPatchSchema, values, { cancelled: 'The reason' }).errors ?? {},
    save: async (values) => {
      const opIds = await updateMarathon(db, marathon, marathonPatchSchema.parse(values))
      await form.clearDraft()
      onClose()
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp('Marathon Cancelled!', 'Your runners see it, with the reason.'))
      return undefined
    },
  })
  return (
    <EditDialog
      id="cancel-marathon"
      title="Cancel this event"
      form={form}
      onClose={onClose}
      saveLabel="Cancel this event"
      closeLabel="Keep the event"
    >
      <p>
        ‘{marathon.title}’ takes no more applications, and runners are told why. Their applications stay, and you can
        take the cancellation back.
      </p>
      <TextArea
        label="Reason"
        required
        rows={3}
        hint="What runners read, at most 300 characters"
        {...form.bind('cancelled')}
      />
    </EditDialog>
  )
}
