import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as texts from '../../texts/compiled/ui.js'
import { CONTROL_CLASS, Field } from '../field.tsx'
import { parseFormDate, shownDate } from '../format/parse-form-date.ts'
import { CalendarIcon } from '../icons/screen-icons.tsx'

const CalendarDialog = lazy(() => import('./calendar-dialog.tsx').then((m) => ({ default: m.CalendarDialog })))

type DateFieldProps = {
  label: string
  name: string
  /** `yyyy-mm-dd`, or the unfinished text that the user types. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  required?: boolean
  readOnly?: boolean
}

/**
 * A field for a day, shown as 'dd MMM yyyy'. The user types the day or chooses it in a calendar. On a touch screen a
 * tap opens the calendar.
 */
export function DateField({ label, name, value, onChange, error, hint, required, readOnly }: DateFieldProps) {
  const [text, setText] = useState(shownDate(value))
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const day = parseFormDate(value)

  // A new value from outside (a draft, a cleared form) replaces the text. The user's own typing does not.
  useEffect(() => {
    setText((current) => ((parseFormDate(current) ?? current) === value ? current : shownDate(value)))
  }, [value])

  const openOnTouch = () => !readOnly && window.matchMedia('(pointer: coarse)').matches && setOpen(true)
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      // On a touch screen there is no keyboard to empty it.
      aside={
        required === false &&
        value !== '' && (
          <button type="button" className="text-link min-h-6" onClick={() => onChange('')}>
            {texts.noDay()}
          </button>
        )
      }
    >
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
            placeholder={texts.datePlaceholder()}
            // On a touch screen the calendar opens instead of the keyboard.
            inputMode={window.matchMedia('(pointer: coarse)').matches ? 'none' : 'text'}
            onClick={openOnTouch}
            onChange={({ target }) => {
              setText(target.value)
              onChange(parseFormDate(target.value) ?? target.value)
            }}
            onBlur={() => setText(shownDate(value))}
            className={`${CONTROL_CLASS} ${readOnly ? '' : 'pe-12'}`}
          />
          {!readOnly && (
            <button
              type="button"
              aria-label={texts.chooseInCalendar({ label })}
              onClick={() => setOpen(true)}
              className="absolute inset-y-0 end-0 flex w-12 items-center justify-center rounded-md hover:bg-sunken"
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
