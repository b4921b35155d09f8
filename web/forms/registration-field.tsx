import type { ComponentProps } from 'react'
import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { SelectField } from '../ui/field.tsx'

type RegistrationFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>

/** The choice of how places are given. */
export function RegistrationField(props: RegistrationFieldProps) {
  const hint = props.value === 'ballot' ? texts.ballotHint() : texts.firstComeHint()
  return (
    <SelectField label={labels.registration()} hint={hint} {...props}>
      <option value="first-come">{texts.firstCome()}</option>
      <option value="ballot">{texts.ballot()}</option>
    </SelectField>
  )
}
