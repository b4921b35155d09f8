import { type ApplicationPatch, applicationPatchSchema } from '../../../contract/application.ts'
import { AdditionalInfo, PersonFields, PHONE_INPUT } from '../../forms/application-fields.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { checkFields } from '../../forms/field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { updateApplication } from '../../store/rows/applications.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as labels from '../../texts/compiled/labels.js'
import * as texts from '../../texts/compiled/my-applications.js'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { PictureField } from '../../ui/pictures/picture-field.tsx'

type EditApplicationProps = {
  application: ApplicationView
  timeZone: string
  onClose: () => void
}

/** The dialog 'Edit Marathon Application'. It edits the runner's own copy; title and start cannot change. */
export function EditApplication({ application, timeZone, onClose }: EditApplicationProps) {
  const { db } = useAccount()
  const { _id: id, title, startDate } = application
  const { firstName, lastName, location, phoneNumber, description, additionalInfo, image } = application
  const initial = { firstName, lastName, location, phoneNumber, description, additionalInfo, image }
  // Only changed fields are checked, so that an old value that breaks a newer rule does not block the form.
  const changed = (values: typeof initial) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== initial[name as keyof typeof initial]),
    )

  const ownLabels = { phoneNumber: texts.phoneNumber() }
  const form = useForm({
    initial,
    draftKey: `edit-application:${id}`,
    check: (values) => checkFields(applicationPatchSchema, changed(values), ownLabels).errors ?? {},
    save: async (values) => {
      const patch: ApplicationPatch = applicationPatchSchema.parse(changed(values))
      const opIds = await updateApplication(db, application, patch)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.updated()))
      return undefined
    },
  })
  const { bind } = form
  return (
    <EditDialog id="edit-application" title={texts.editTitle()} form={form} onClose={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.title()} readOnly value={title} />
        <TextField label={texts.startDate()} readOnly value={formatDay(startDate, timeZone)} />
      </div>
      <PersonFields bind={bind} required={false} />
      <TextField label={labels.location()} autoComplete="off" {...bind('location')} />
      <TextField label={texts.phoneNumber()} {...PHONE_INPUT} {...bind('phoneNumber')} />
      <TextArea label={labels.description()} {...bind('description')} />
      <AdditionalInfo bound={bind('additionalInfo')} />
      <PictureField label={labels.image()} autoComplete="off" {...bind('image')} />
    </EditDialog>
  )
}
