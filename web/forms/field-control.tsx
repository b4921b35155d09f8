import { fieldOf } from '../../contract/fields.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { PictureField } from '../ui/pictures/picture-field.tsx'
import { labelOf } from './labels.ts'
import type { BoundField } from './use-form.ts'

interface FieldControlProps extends BoundField {
  /** What this form calls the field, if that is not its label. */
  label?: string | undefined
  hint?: string
  required?: boolean | undefined
  rows?: number
}

/** The control of a text, as the kind of its field needs it. */
export function FieldControl({ label, required, rows, ...bound }: FieldControlProps) {
  const field = { label: label ?? labelOf(bound.name), ...(required && { required }), ...bound }
  switch (fieldOf(bound.name)?.kind) {
    case 'text':
      return <TextArea {...(rows && { rows })} {...field} />
    // A `tel` keyboard has all that a phone number has.
    case 'phone':
      return <TextField type="tel" inputMode="tel" autoComplete="tel" {...field} />
    case 'email':
      return <TextField type="email" inputMode="email" autoComplete="email" {...field} />
    case 'picture':
      return <PictureField autoComplete="off" {...field} />
    case 'number':
      return <TextField inputMode="numeric" autoComplete="off" {...field} />
    default:
      return <TextField autoComplete="off" {...field} />
  }
}
