import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/field.tsx'

type RegistrationFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>

/** The choice of how places are given. */
export function RegistrationField(props: RegistrationFieldProps) {
  const hint =
    props.value === 'ballot'
      ? 'Everybody who applies in time has the same chance. You draw once registration has closed.'
      : 'Whoever applies first gets a place.'
  return (
    <SelectField label="How places are given" hint={hint} {...props}>
      <option value="first-come">First come, first served</option>
      <option value="ballot">Ballot</option>
    </SelectField>
  )
}
