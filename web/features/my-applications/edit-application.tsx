import { type ApplicationPatch, applicationPatchSchema } from '../../../contract/application.ts'
import { useAccount } from '../../data/account-context.tsx'
import { updateApplication } from '../../data/applications.ts'
import type { ApplicationView } from '../../data/overlay.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { AdditionalInfo, PersonFields, PHONE_INPUT } from '../../shared/forms/application-fields.tsx'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { RestoredNote } from '../../shared/forms/restored-note.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { tellVerdict } from '../../shared/sync/tell-verdict.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { successPopUp } from '../../ui/pop-up.ts'

const FORM_ID = 'edit-application'
const LABELS = { phoneNumber: 'Phone Number' }

type EditApplicationProps = {
  application: ApplicationView
  timeZone: string
  onClose: () => void
}

/** The dialog 'Edit Marathon Application'. It edits the runner's own copy; title and start cannot change. */
export function EditApplication({ application, timeZone, onClose }: EditApplicationProps) {
  const { db } = useAccount()
  const { _id: id, ver, title, startDate } = application
  const { firstName, lastName, location, phoneNumber, description, additionalInfo, image } = application
  const initial = { firstName, lastName, location, phoneNumber, description, additionalInfo, image }
  // Only changed fields are checked, so that an old value that breaks a newer rule does not block the form.
  const changed = (values: typeof initial) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== initial[name as keyof typeof initial]),
    )

  const form = useForm({
    initial,
    draftKey: `edit-application:${id}:${ver}`,
    check: (values) => checkFields(applicationPatchSchema, changed(values), LABELS).errors ?? {},
    save: async (values) => {
      const patch: ApplicationPatch = applicationPatchSchema.parse(changed(values))
      const opIds = await updateApplication(db, application, patch)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp('Updated Successfully!'))
      return undefined
    },
  })
  const cancel = async () => {
    await form.reset()
    onClose()
  }
  const { bind } = form
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit Marathon Application"
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} pending={form.pending} pendingLabel="Saving…">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-5" {...form.props}>
        {form.restored && <RestoredNote onClear={form.reset} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Title" readOnly value={title} />
          <TextField label="Start Date" readOnly value={formatDay(startDate, timeZone)} />
        </div>
        <PersonFields bind={bind} required={false} />
        <TextField label="Location" autoComplete="off" {...bind('location')} />
        <TextField label="Phone Number" {...PHONE_INPUT} {...bind('phoneNumber')} />
        <TextArea label="Description" {...bind('description')} />
        <AdditionalInfo bound={bind('additionalInfo')} />
        <TextField label="Image URL" type="url" inputMode="url" autoComplete="off" {...bind('image')} />
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}
