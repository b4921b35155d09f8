import type { FieldCode, FieldError, FieldErrors, FieldValues } from '../../contract/field-errors.ts'
import * as texts from '../texts/compiled/field-errors.js'
import { labelOf } from './labels.ts'

/** What is said beside the fields of a form, by field. */
export type FieldSentences = Record<string, string>

/** The catalogue is keyed by the codes. The type check names a code or a value that it lacks; `never` is any type. */
const TEXTS: { [C in FieldCode]: (values: Record<keyof FieldValues<C> | 'label', never>) => string } = { ...texts }

/** The errors of the contract or the server as sentences: REQUIRED of `title` -> 'Title is required.'. */
export function toSentences(fields: FieldErrors, labels: Record<string, string> = {}): FieldSentences {
  return Object.fromEntries(Object.entries(fields).map(([field, error]) => [field, sentence(field, error, labels)]))
}

/** What a newer server says, and this version does not know, is said as not valid. */
function sentence(field: string, error: FieldError, labels: Record<string, string>): string {
  const text = Object.hasOwn(TEXTS, error.code) ? TEXTS[error.code] : texts.NOT_VALID
  const label = labels[field] ?? labelOf(field)
  const values = 'values' in error ? error.values : {}
  // The server names a question without wording by its kind.
  const known = error.code === 'ANSWER_REQUIRED' && labels[field] !== undefined ? { question: label } : {}
  // The compiler cannot see that the values are those of the code.
  return (text as (values: object) => string)({ ...values, ...known, label })
}
