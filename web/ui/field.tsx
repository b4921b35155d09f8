import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import * as texts from '../texts/compiled/ui.js'

type Shared = {
  label: string
  /** The error text. It also marks the control as invalid. */
  error?: string | undefined
  hint?: ReactNode
  /** Content beside the label, such as a link. */
  aside?: ReactNode
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = Shared & {
  required?: boolean | undefined
  id?: string | undefined
  children: (described: Described) => ReactNode
}

/** The classes of an input, select or textarea. */
export const CONTROL_CLASS =
  'block w-full min-h-12 rounded-md border-2 border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-soft [&[readonly]]:border-line [&[readonly]]:bg-sunken aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-soft'

/** A control with its label, hint and error. `children` gets the attributes that connect them. */
export function Field({ label, error, hint, aside, required, id, children }: FieldProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={controlId} className="font-semibold">
          <span>{label}</span>
          {required === false && <span className="font-normal text-ink-soft">{` ${texts.optional()}`}</span>}
        </label>
        {aside}
      </div>
      {children({ id: controlId, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {/* This element is always in the DOM, so that a screen reader announces a new error. */}
      <p id={errorId} role="alert" className="text-sm font-semibold text-danger not-empty:mt-1.5">
        {error}
      </p>
    </div>
  )
}

/** The props of a text field. A browser's `maxLength` cuts what is pasted, so a form says `data-max-length` (`checkForm`). */
export type TextFieldProps = Shared &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'maxLength'> & { ref?: Ref<HTMLInputElement> }

/** One line of text. `required={false}` adds "(optional)" to the label. */
export function TextField({ label, error, hint, aside, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} required={input.required} id={input.id}>
      {(described) => <input {...input} {...described} className={`${CONTROL_CLASS} ${className}`} />}
    </Field>
  )
}

type TextAreaProps = Shared & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text. */
export function TextArea({ label, error, hint, aside, className = '', rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} required={area.required} id={area.id}>
      {(described) => <textarea rows={rows} {...area} {...described} className={`${CONTROL_CLASS} ${className}`} />}
    </Field>
  )
}

type SelectFieldProps = Shared & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** A choice of `<option>` children. */
export function SelectField({ label, error, hint, aside, className = '', children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside} required={select.required} id={select.id}>
      {(described) => (
        <select {...select} {...described} className={`${CONTROL_CLASS} pe-8 ${className}`}>
          {children}
        </select>
      )}
    </Field>
  )
}
