import { useState } from 'react'
import * as texts from '../texts/compiled/ui.js'
import { CONTROL_CLASS, Field, type TextFieldProps } from './field.tsx'

/** A field for a password, with a button that shows what was typed. */
export function PasswordField({ label, error, hint, aside, ...input }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} aside={aside} required={input.required} id={input.id}>
      {(described) => (
        <div className="relative">
          <input
            {...input}
            {...described}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL_CLASS} pe-28`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={described.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0.5 end-0.5 max-w-27 rounded-md px-3 font-semibold text-flare-text underline underline-offset-4"
          >
            <span>{isShown ? texts.hide() : texts.show()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
