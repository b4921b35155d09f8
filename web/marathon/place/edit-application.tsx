import { type ApplicationPatch, applicationPatchSchema } from '../../../contract/application.ts'
import { EDITED } from '../../../contract/fields.ts'
import { type AnswerField, questionsOf } from '../../../contract/questions/questions.ts'
import { answerErrors, answerValues, changedFields } from '../../forms/answers.ts'
import { OtherFields, PersonFields } from '../../forms/application-fields.tsx'
import { AskedFields } from '../../forms/asked-fields.tsx'
import { checkFields } from '../../forms/check-fields.ts'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { HidesNameField } from '../../forms/hides-name-field.tsx'
import { answerLabels } from '../../forms/labels.ts'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useEditAgain } from '../../status/use-edit-again.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { updateApplication } from '../../store/rows/applications.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/my-applications.js'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { formatDay, readerTimeZone } from '../../ui/format/format.ts'
import { owedSentences } from './owed.ts'

type Values = Record<(typeof EDITED)[number] | 'hidesName' | AnswerField, string>

type EditApplicationProps = {
  application: ApplicationView
  /** Null where it is gone: then nothing is asked. */
  marathon: MarathonView | null
  /** Does the form open at the answers that are missing? */
  isOwed?: boolean
  onClose: () => void
}

/** The dialog 'Edit Marathon Application'. It edits the runner's own copy; title and start cannot change. */
export function EditApplication({ application, marathon, isOwed = false, onClose }: EditApplicationProps) {
  const { db, author } = useAccount()
  const editAgain = useEditAgain()
  const { _id: id, title, startDate } = application
  const questions = marathon ? questionsOf(marathon) : []
  const answers = answerValues(questions, application)
  const initial: Values = { ...valuesOf(application), hidesName: String(application.hidesName), ...answers }
  const changed = (values: Values) => changedFields(initial, questions, values)

  const labels = { phoneNumber: texts.phoneNumber(), ...(marathon ? answerLabels(marathon) : {}) }
  const form = useForm<Values, ApplicationView>({
    initial,
    row: { ...application, ...answers },
    initialErrors: isOwed && marathon ? owedSentences(application, marathon) : {},
    draftKey: `edit-application:${id}`,
    check: (values) => {
      const changes = changed(values)
      const wrong = marathon ? answerErrors(marathon, { ...application, ...changes }, changes) : {}
      return { ...wrong, ...checkFields(applicationPatchSchema, changes, labels).errors }
    },
    save: async (values, seen) => {
      const patch: ApplicationPatch = applicationPatchSchema.parse(changed(values))
      const opIds = await updateApplication(db, seen, patch)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.updated()), undefined, {
        asked: marathon ?? undefined,
        editAgain,
      })
      return undefined
    },
  })
  const { bind } = form
  return (
    <EditDialog id="edit-application" title={texts.editTitle()} form={form} onClose={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.title()} readOnly value={title} />
        <TextField
          label={texts.startDate()}
          readOnly
          // Without the marathon its zone is unknown, so the reader's zone is used.
          value={formatDay(startDate, marathon?.timeZone ?? readerTimeZone())}
        />
      </div>
      <PersonFields bind={bind} required={false} />
      <OtherFields names={EDITED} bind={bind} labels={labels} />
      <HidesNameField {...bind('hidesName')} />
      {marathon && <AskedFields marathon={marathon} bind={bind} signer={author.name} focusWrong={form.focusWrong} />}
    </EditDialog>
  )
}

function valuesOf(application: ApplicationView) {
  return Object.fromEntries(EDITED.map((name) => [name, application[name]])) as Pick<Values, (typeof EDITED)[number]>
}
