import { TextArea, TextField } from '../../ui/field.tsx'
import type { BoundField } from './use-form.ts'

type Bind = (name: 'firstName' | 'lastName' | 'phoneNumber') => BoundField

/** Phone numbers have digits, spaces and + ( ) -. A `tel` keyboard has all of them. */
export const PHONE_INPUT = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const

/** The fields of the runner's name. */
export function PersonFields({ bind, required }: { bind: Bind; required: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First Name" autoComplete="given-name" {...(required && { required })} {...bind('firstName')} />
      <TextField label="Last Name" autoComplete="family-name" {...(required && { required })} {...bind('lastName')} />
    </div>
  )
}

/** The field with information for the organiser. */
export function AdditionalInfo({ bound }: { bound: BoundField }) {
  return (
    <TextArea label="Additional Info" rows={3} hint="Such as a shirt size, or what a medic should know" {...bound} />
  )
}
