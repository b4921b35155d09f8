import { DEFAULT_PER_ACCOUNT } from '../../../contract/limits.ts'
import { DeferToField } from '../../forms/defer-to-field.tsx'
import type { FieldSentences } from '../../forms/field-errors.ts'
import { FoldedPart } from '../../forms/folded-part.tsx'
import { labelOf } from '../../forms/labels.ts'
import { PerAccountField } from '../../forms/per-account-field.tsx'
import { RegistrationField } from '../../forms/registration-field.tsx'
import type { BoundField } from '../../forms/use-form.ts'
import * as forms from '../../texts/compiled/forms.js'
import * as labels from '../../texts/compiled/labels.js'
import { TextField } from '../../ui/field.tsx'
import { DayField, type DayForm } from './day-field.tsx'

/** What each of these fields is in an event that needs none of them. */
const PLAIN = {
  registration: 'first-come',
  perAccount: String(DEFAULT_PER_ACCOUNT),
  handOverUntil: '',
  deferTo: '',
  organisedBy: '',
}
type Field = keyof typeof PLAIN

type MoreSettingsProps = {
  form: DayForm<Field> & { errors: FieldSentences; bind: (name: Field) => BoundField }
  /** The start that is typed, or null. */
  startDate: string | null
  /** Stays the way of giving places as it is? */
  isFixed?: boolean
}

/** What a first event does not need: how places are given and given up, and who organises. */
export function MoreSettings({ form, startDate, isFixed = false }: MoreSettingsProps) {
  const { values, errors, bind } = form
  const fields = Object.keys(PLAIN) as Field[]
  return (
    <FoldedPart
      label={forms.more()}
      names={fields.filter((name) => values[name] !== PLAIN[name]).map((name) => labelOf(name))}
      hint={forms.moreHint()}
      isWrong={fields.some((name) => name in errors)}
    >
      <div className="grid gap-5 pt-1 pb-5 sm:grid-cols-2">
        <RegistrationField disabled={isFixed} {...bind('registration')} />
        <PerAccountField {...bind('perAccount')} />
        <DayField
          label={labels.handOverUntil()}
          name="handOverUntil"
          form={form}
          required={false}
          hint={forms.handOverHint()}
        />
        <DeferToField after={startDate ?? ''} {...bind('deferTo')} />
        <TextField
          label={labels.organisedBy()}
          autoComplete="off"
          required={false}
          hint={forms.organisedByHint()}
          {...bind('organisedBy')}
        />
      </div>
    </FoldedPart>
  )
}
