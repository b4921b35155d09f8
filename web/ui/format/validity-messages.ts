import { lengthOf, normaliseLine } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/ui.js'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The error of a control as a text; empty if it is valid. */
function errorOf(control: Control): string {
  const { validity, type } = control
  const label = control.labels?.[0]?.childNodes[0]?.textContent?.trim() || control.name
  if (validity.valueMissing || (control.required && !/[^\p{C}\p{Z}]/u.test(control.value)))
    return texts.required({ label })
  if (validity.typeMismatch && type === 'email') return texts.emailExpected()
  if (validity.typeMismatch && type === 'url') return texts.urlExpected()
  const max = Number(control.dataset.maxLength)
  if (lengthOf(normaliseLine(control.value)) > max) return texts.tooLong({ label, max })
  return validity.valid ? '' : control.validationMessage
}

/**
 * Checks a form, and focuses the first control with an error. It is for forms with `noValidate`, because the browser's
 * own bubbles cover the fields and disappear. `data-max-length` is the limit of a text, in characters.
 * @param others errors that only the form's own rules know. A control's own error comes before them
 * @returns the errors by the control's name
 */
export function checkForm(form: HTMLFormElement, others: Record<string, string> = {}): Record<string, string> {
  const errors: Record<string, string> = {}
  let first: Control | undefined
  for (const element of form.elements) {
    if (!isControl(element) || !element.name || element.disabled) continue
    const error = errorOf(element) || others[element.name]
    if (!error) continue
    errors[element.name] = error
    first ??= element
  }
  first?.focus()
  return errors
}

function isControl(element: Element): element is Control {
  return element.matches('input, select, textarea')
}
