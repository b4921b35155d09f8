import type { InputHTMLAttributes } from 'react'
import { CONTROL_CLASS } from './field.tsx'

type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string }

/** The field of a search. Its label is what it shows while it is empty. */
export function SearchField({ label, placeholder = label, ...input }: SearchFieldProps) {
  return (
    <input
      {...input}
      type="search"
      inputMode="search"
      enterKeyHint="search"
      aria-label={label}
      placeholder={placeholder}
      className={`${CONTROL_CLASS} placeholder-shown:text-ellipsis`}
    />
  )
}
