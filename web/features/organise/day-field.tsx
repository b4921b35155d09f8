import { DateField } from '../../ui/dates/date-field.tsx'

type DayFieldProps<Name extends string> = {
  label: string
  name: Name
  /** What `useForm` returns. */
  form: {
    values: Record<Name, string>
    errors: Record<string, string>
    set: (name: Name, value: string) => void
  }
}

/** A required day of a form. */
export function DayField<Name extends 'regStart' | 'regEnd' | 'startDate'>({ label, name, form }: DayFieldProps<Name>) {
  return (
    <DateField
      label={label}
      required
      name={name}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value)}
    />
  )
}
