import { marathonPatchSchema } from '../../../contract/marathon.ts'
import { checkFields } from '../../forms/check-fields.ts'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { updateMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea } from '../../ui/field.tsx'

/** The dialog that cancels a marathon and asks why. */
export function CancelMarathon({ marathon, onClose }: { marathon: MarathonView; onClose: () => void }) {
  const { db } = useAccount()
  const form = useForm({
    initial: { cancelled: '' },
    draftKey: `cancel-marathon:${marathon._id}`,
    check: (values) => checkFields(marathonPatchSchema, values, { cancelled: texts.reasonInSentence() }).errors ?? {},
    save: async (values) => {
      const opIds = await updateMarathon(db, marathon, marathonPatchSchema.parse(values))
      await form.clearDraft()
      onClose()
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.cancelledTitle(), texts.cancelledDone()))
      return undefined
    },
  })
  return (
    <EditDialog
      id="cancel-marathon"
      title={texts.cancelEvent()}
      form={form}
      onClose={onClose}
      saveLabel={texts.cancelEvent()}
      closeLabel={texts.keepEvent()}
    >
      <p>{texts.cancelText({ title: marathon.title })}</p>
      <TextArea label={texts.reason()} required rows={3} hint={texts.reasonHint()} {...form.bind('cancelled')} />
    </EditDialog>
  )
}
