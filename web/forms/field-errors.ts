import * as z from 'zod/mini'
import { type FieldErrors, invalidFrom } from '../../contract/problem.ts'
import * as texts from '../texts/compiled/forms.js'
import { fieldSentence } from './field-words.ts'
import { labelOf } from './labels.ts'

/** The checked values, or the errors by field. */
export type Checked<T> = { data: T; errors: null } | { data: null; errors: FieldErrors }

/** Checks values with a schema of the contract. `labels` has the names of fields that this form calls differently. */
export function checkFields<T>(
  schema: z.ZodMiniType<T>,
  values: unknown,
  labels: Record<string, string> = {},
): Checked<T> {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return { data: parsed.data, errors: null }
  return { data: null, errors: toSentences(invalidFrom(parsed.error).fields ?? {}, labels) }
}

/**
 * Turns the errors of the contract or the server into sentences: 'is required' of `title` -> 'Title is required.'. What
 * a newer server says, and this version does not know, is shown as it is.
 */
export function toSentences(fields: FieldErrors, labels: Record<string, string> = {}): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, words]) => {
      const label = labels[field] ?? labelOf(field)
      return [field, fieldSentence(label, words) ?? texts.unknownWords({ label, words })]
    }),
  )
}
