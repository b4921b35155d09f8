import * as texts from '../texts/compiled/forms.js'
import { CheckField } from './questions/check-field.tsx'
import type { BoundField } from './use-form.ts'

type HidesNameFieldProps = Pick<BoundField, 'value' | 'onChange'> & {
  /** Do staff fill it in for somebody else? */
  isOfOther?: boolean
}

/** Whether published results leave a name out. Its form has 'true' or 'false'. */
export function HidesNameField({ value, onChange, isOfOther = false }: HidesNameFieldProps) {
  return (
    <CheckField
      label={isOfOther ? texts.hidesOtherName() : texts.hidesName()}
      hint={isOfOther ? texts.hidesOtherNameHint() : texts.hidesNameHint()}
      checked={value === 'true'}
      onChange={(isChecked) => onChange({ target: { value: String(isChecked) } })}
    />
  )
}
