import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
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

/** The field with information for the organiser. */
export function AdditionalInfo({ bound }: { bound: BoundField }) {
  return <TextArea label={labels.additionalInfo()} rows={3} hint={texts.additionalInfoHint()} {...bound} />
}
