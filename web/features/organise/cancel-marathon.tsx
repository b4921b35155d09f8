import { marathonPatchSchema } from '../../../contract/marathon.ts'
import { useAccount } from '../../data/account-context.tsx'
import { updateMarathon } from '../../data/marathons.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { EditDialog } from '../../shared/forms/edit-dialog.tsx'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { tellVerdict } from '../../shared/sync/tell-verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import { TextArea } from '../../ui/field.tsx'
import { successPopUp } from '../../ui/pop-up.ts'

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
