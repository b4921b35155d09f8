import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CONTROL_CLASS, Field } from './field.tsx'
import { parseFormDate, shownDate } from './format/parse-form-date.ts'
import { CalendarIcon } from './icon.tsx'

const CalendarDialog = lazy(() => import('./calendar-dialog.tsx').then((m) => ({ default: m.CalendarDialog })))

type DateFieldProps = {
  label: string
  name: string
  /** `yyyy-mm-dd`; anything else is what somebody is still typing. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  required?: boolean
  readOnly?: boolean
}

/** A day as 'dd MMM yyyy': typed, or chosen in a calendar; a finger goes to the calendar at once. */
export function DateField({ label, name, value, onChange, error, hint, required, readOnly }: DateFieldProps) {
  const [text, setText] = useState(shownDate(value))
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const day = parseFormDate(value)

  // A value from elsewhere (a draft, a cleared form) replaces the text; one's own typing never does.
  useEffect(() => {
    setText((current) => ((parseFormDate(current) ?? current) === value ? current : shownDate(value)))
  }, [value])

  const byTouch = () => !readOnly && window.matchMedia('(pointer: coarse)').matches && setOpen(true)
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(described) => (
        <div className="relative">
          <input
            {...described}
            ref={input}
            name={name}
            value={text}
            required={required}
            readOnly={readOnly}
            autoComplete="off"
            placeholder="dd MMM yyyy"
            // The calendar opens instead of a keyboard where there is only touch.
            inputMode={window.matchMedia('(pointer: coarse)').matches ? 'none' : 'text'}
            onClick={byTouch}
            onChange={({ target }) => {
              setText(target.value)
              onChange(parseFormDate(target.value) ?? target.value)
            }}
            onBlur={() => setText(shownDate(value))}
            className={`${CONTROL_CLASS} ${readOnly ? '' : 'pr-12'}`}
          />
          {!readOnly && (
            <button
              type="button"
              aria-label={`Choose ${label} in a calendar`}
              onClick={() => setOpen(true)}
              className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-md hover:bg-sunken"
            >
              <CalendarIcon size={22} />
            </button>
          )}
          {open && (
            <Suspense>
              <CalendarDialog
                title={label}
                day={day}
                onClose={() => setOpen(false)}
                onChoose={(chosen) => {
                  onChange(chosen)
                  setOpen(false)
                }}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}
