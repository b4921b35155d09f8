import { APPLICATION, type ApplicationField } from '../../contract/fields.ts'
import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { TextField } from '../ui/field.tsx'
import { FieldControl } from './field-control.tsx'
import type { BoundField } from './use-form.ts'

type Bind<Name extends string> = (name: Name) => BoundField

/** The fields of the runner's name. */
export function PersonFields({ bind, required }: { bind: Bind<'firstName' | 'lastName'>; required: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={labels.firstName()}
        autoComplete="given-name"
        {...(required && { required })}
        {...bind('firstName')}
      />
      <TextField
        label={labels.lastName()}
        autoComplete="family-name"
        hint={texts.lastNameHint()}
        {...(required && { required })}
        {...bind('lastName')}
      />
    </div>
  )
}

interface OtherFieldsProps<Name extends ApplicationField> {
  names: readonly Name[]
  bind: Bind<Name>
  required?: boolean
  /** The names of fields that this form calls differently. */
  labels?: Partial<Record<ApplicationField, string>>
}

/** All fields of these names but the runner's name. */
export function OtherFields<Name extends ApplicationField>({ names, bind, required, labels }: OtherFieldsProps<Name>) {
  return names
    .filter((name) => name !== 'firstName' && name !== 'lastName')
    .map((name) => (
      <FieldControl
        key={name}
        label={labels?.[name]}
        required={required && 'isRequired' in APPLICATION[name]}
        {...(name === 'additionalInfo' && { rows: 3, hint: texts.additionalInfoHint() })}
        {...bind(name)}
      />
    ))
}
