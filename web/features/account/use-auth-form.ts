import { type FormEvent, useState } from 'react'
import { AuthFailure } from '../../session/auth-failure.ts'
import * as texts from '../../texts/compiled/account.js'
import { language } from '../../texts/languages.ts'
import { checkForm } from '../../ui/format/validity-messages.ts'
import { authFailureMessage } from './auth-failure-message.ts'

const LABELS = { name: texts.name, email: texts.email, password: texts.password }

/** What was typed when the language was changed. All screens start anew then, and these forms keep no draft. */
let typed: FormData | undefined

/** Fills the form with what was typed in the language before, and notes what is typed when the language changes. */
function keepInLanguages(form: HTMLFormElement | null) {
  if (!form) return undefined
  for (const [name, value] of typed ?? []) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement) control.value = String(value)
  }
  typed = undefined
  const shownIn = language()
  return () => {
    typed = language() === shownIn ? undefined : new FormData(form)
  }
}

/**
 * The form of a login, a registration or a new password.
 * @param send gets the fields when they are valid. What it throws is shown at its field, or below the fields
 * @param check says what else is wrong, by field. It is shown together with what the fields themselves lack
 * @returns `bind` makes the props of a field that must be filled in; `failure` is what went wrong and concerns no field
 */
export function useAuthForm(
  send: (fields: FormData) => Promise<void>,
  check: (fields: FormData) => Record<string, string> = () => ({}),
) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = checkForm(form, check(new FormData(form)))
    setErrors(wrong)
    setFailure('')
    if (Object.keys(wrong).length > 0) return
    setPending(true)
    try {
      await send(new FormData(form))
    } catch (thrown) {
      const field = fieldOf(thrown)
      if (field) {
        setErrors({ [field]: authFailureMessage(thrown) })
        const control = form.elements.namedItem(field)
        if (control instanceof HTMLElement) control.focus()
      } else setFailure(authFailureMessage(thrown))
    } finally {
      setPending(false)
    }
  }
  const bind = (name: keyof typeof LABELS) => {
    return { name, label: LABELS[name](), type: name === 'name' ? 'text' : name, required: true, error: errors[name] }
  }
  return { bind, errors, failure, setFailure, pending, props: { ref: keepInLanguages, onSubmit: submit } }
}

/** The field that a failure concerns; undefined if it concerns none. Only a registration fails so. */
function fieldOf(failure: unknown): 'email' | 'password' | undefined {
  if (!(failure instanceof AuthFailure)) return undefined
  if (failure.code === 'email-in-use') return 'email'
  return failure.code === 'short-password' || failure.code === 'easy-password' ? 'password' : undefined
}
