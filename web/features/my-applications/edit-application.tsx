import { type ApplicationPatch, applicationPatchSchema } from '../../../contract/application.ts'
import { EDITED } from '../../../contract/fields.ts'
import { OtherFields, PersonFields } from '../../forms/application-fields.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { checkFields } from '../../forms/field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { updateApplication } from '../../store/rows/applications.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/my-applications.js'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { formatDay } from '../../ui/format/format.ts'

type Initial = Record<(typeof EDITED)[number], string>

type EditApplicationProps = {
  application: ApplicationView
  timeZone: string
  onClose: () => void
}

/** The dialog 'Edit Marathon Application'. It edits the runner's own copy; title and start cannot change. */
export function EditApplication({ application, timeZone, onClose }: EditApplicationProps) {
  const { db } = useAccount()
  const { _id: id, title, startDate } = application
  const initial = Object.fromEntries(EDITED.map((name) => [name, application[name]])) as Initial
  // Only changed fields are checked, so that an old value that breaks a newer rule does not block the form.
  const changed = (values: typeof initial) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== initial[name as keyof typeof initial]),
    )

  const labels = { phoneNumber: texts.phoneNumber() }
  const form = useForm({
    initial,
    draftKey: `edit-application:${id}`,
    check: (values) => checkFields(applicationPatchSchema, changed(values), labels).errors ?? {},
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
      <OtherFields names={EDITED} bind={bind} labels={labels} />
    </EditDialog>
  )
}
