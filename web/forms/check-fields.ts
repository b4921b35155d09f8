import * as z from 'zod/mini'
import { invalidFrom } from '../../contract/invalid.ts'
import { type FieldSentences, toSentences } from './field-errors.ts'

// Apart from the sentences: the first screens say what is wrong, and do not wait for zod.

/** The checked values, or what is said of them. */
export type Checked<T> = { data: T; errors: null } | { data: null; errors: FieldSentences }

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
