import * as texts from '../texts/compiled/forms.js'
import { TextArea, TextField } from '../ui/field.tsx'
import type { BoundField } from './use-form.ts'

type Bind = (name: 'firstName' | 'lastName' | 'phoneNumber') => BoundField

/** A `tel` keyboard has all that a phone number has. */
export const PHONE_INPUT = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const

/** The fields of the runner's name. */
export function PersonFields({ bind, required }: { bind: Bind; required: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={texts.labelFirstName()}
        autoComplete="given-name"
        {...(required && { required })}
        {...bind('firstName')}
      />
      <TextField
        label={texts.labelLastName()}
        autoComplete="family-name"
        hint={texts.lastNameHint()}
        {...(required && { required })}
        {...bind('lastName')}
      />
    </div>
  )
}

/** The field with information for the organiser. */
export function AdditionalInfo({ bound }: { bound: BoundField }) {
  return <TextArea label={texts.labelAdditionalInfo()} rows={3} hint={texts.additionalInfoHint()} {...bound} />
}
