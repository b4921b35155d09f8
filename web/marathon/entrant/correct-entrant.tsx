import { type CorrectPatch, correctSchema } from '../../../contract/application.ts'
import { ASKED } from '../../../contract/fields.ts'
import {
  type AnswerField,
  type Question,
  type StaffField,
  type StaffValueField,
  staffFieldsOf,
  staffValueField,
} from '../../../contract/questions/questions.ts'
import { may } from '../../../contract/roles.ts'
import { answerErrors, answerValues, changedFields } from '../../forms/answers.ts'
import { OtherFields, PersonFields } from '../../forms/application-fields.tsx'
import { AskedFields } from '../../forms/asked-fields.tsx'
import { checkFields } from '../../forms/check-fields.ts'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { FieldControl } from '../../forms/field-control.tsx'
import { HidesNameField } from '../../forms/hides-name-field.tsx'
import { answerLabels } from '../../forms/labels.ts'
import { useForm } from '../../forms/use-form.ts'
import { tellTrouble } from '../../status/tell-verdict.ts'
import { useEditAgain } from '../../status/use-edit-again.ts'
import { useAccount } from '../../store/account-context.tsx'
import { isErased } from '../../store/forget-values.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { correctEntrant } from '../../store/rows/entrant-edits.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { entrantName } from '../entrant-name.ts'
import { questionsSeen } from './owed-waivers.ts'

type Field = (typeof ASKED)[number]
const NAMES: readonly Field[] = ['firstName', 'lastName']
type Values = Record<Field | AnswerField | StaffValueField, string> & { hidesName?: string }

type CorrectEntrantProps = { entrant: ApplicationView; marathon: MarathonView; onClose: () => void }

/**
 * The dialog in which staff correct an entry: who sees no contact data corrects the name, and the answers that staff see.
 * Whether results show the name is the runner's word; of an entry without account staff say it, also once the rest is
 * erased.
 */
export function CorrectEntrant({ entrant, marathon, onClose }: CorrectEntrantProps) {
  const { db, author } = useAccount()
  const editAgain = useEditAgain()
  const isWhole = may(marathon.role, 'organise')
  const isEmptied = isErased(entrant)
  const fields = isEmptied ? [] : isWhole ? ASKED : NAMES
  const questions = isEmptied ? [] : questionsSeen(marathon)
  const noted = isWhole && !isEmptied ? staffFieldsOf(marathon) : []
  const initial = valuesOf(entrant, fields, questions, noted)
  const changed = (values: Values) => changedFields(initial, questions, values)
  const form = useForm<Values, ApplicationView>({
    initial,
    row: { ...entrant, ...initial, hidesName: entrant.hidesName },
    draftKey: `${isWhole ? 'correct-entrant' : 'correct-name'}:${entrant.marathonId}:${entrant._id}`,
    check: (values) => {
      const changes = changed(values)
      const wrong = answerErrors(marathon, { ...entrant, ...changes }, changes, true)
      return { ...wrong, ...checkFields(correctSchema, changes, answerLabels(marathon)).errors }
    },
    save: async (values, seen) => {
      const patch: CorrectPatch = correctSchema.parse(changed(values))
      const opIds = await correctEntrant(db, seen, patch)
      await form.clearDraft()
      onClose()
      void tellTrouble(db, opIds, { asked: marathon, editAgain })
      return undefined
    },
  })
  // The browser would offer what it knows of the user, and this is somebody else.
  const bind = (name: Field) => Object.assign(form.bind(name), { autoComplete: 'off' })
  return (
    <EditDialog
      id="correct-entrant"
      title={texts.correctTitle({ name: entrantName(entrant) })}
      form={form}
      onClose={onClose}
    >
      {entrant.isClaimed && <p>{texts.correctTold()}</p>}
      {!isEmptied && <PersonFields bind={bind} required={false} />}
      <OtherFields names={fields} bind={bind} />
      {!entrant.isClaimed && <HidesNameField {...form.bind('hidesName')} isOfOther />}
      <AskedFields
        marathon={marathon}
        questions={questions}
        bind={form.bind}
        signer={author.name}
        runner={entrantName(entrant)}
        focusWrong={form.focusWrong}
      />
      {noted.map(({ id, label, isShown }) => (
        <FieldControl
          key={id}
          label={label}
          hint={isShown ? texts.runnerSees() : texts.organisersSee()}
          {...form.bind(staffValueField(id))}
        />
      ))}
    </EditDialog>
  )
}

function valuesOf(
  entrant: ApplicationView,
  fields: readonly Field[],
  questions: readonly Question[],
  noted: readonly StaffField[],
): Values {
  const notes = noted.map(({ id }) => staffValueField(id)).map((field) => [field, entrant[field] ?? ''])
  return {
    ...(Object.fromEntries(fields.map((name) => [name, entrant[name]])) as Pick<Values, Field>),
    // A draft may be older than the account.
    ...(!entrant.isClaimed && { hidesName: String(entrant.hidesName) }),
    ...answerValues(questions, entrant),
    ...(Object.fromEntries(notes) as Pick<Values, StaffValueField>),
  }
}
