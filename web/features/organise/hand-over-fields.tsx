import { DeferToField } from '../../forms/defer-to-field.tsx'
import * as forms from '../../texts/compiled/forms.js'
import * as labels from '../../texts/compiled/labels.js'
import { DayField, type DayForm } from './day-field.tsx'

type HandOverFieldsProps = {
  form: DayForm<'handOverUntil'> & { bind: (name: 'deferTo') => { value: string; name: string } }
  /** The start that is typed, or null. */
  startDate: string | null
}

/** How runners may give their place up: until when they hand it on, and to which event they defer it. */
export function HandOverFields({ form, startDate }: HandOverFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DayField
        label={labels.handOverUntil()}
        name="handOverUntil"
        form={form}
        required={false}
        hint={forms.handOverHint()}
      />
      <DeferToField after={startDate ?? ''} {...form.bind('deferTo')} />
    </div>
  )
}
