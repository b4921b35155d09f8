import { DateField } from '../../ui/dates/date-field.tsx'

/** What `useForm` returns. */
export type DayForm<Name extends string> = {
  values: Record<Name, string>
  errors: Record<string, string>
  set: (name: Name, value: string) => void
}

type DayFieldProps<Name extends string> = {
  label: string
  name: Name
  form: DayForm<Name>
  required?: boolean
  hint?: string
}

/** A day of a form. */
export function DayField<Name extends 'regStart' | 'regEnd' | 'startDate' | 'handOverUntil'>({
  label,
  name,
  form,
  required = true,
  hint,
}: DayFieldProps<Name>) {
  return (
    <DateField
      label={label}
      required={required}
      {...(hint && { hint })}
      name={name}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value)}
    />
  )
}
