import * as z from 'zod/mini'
import { type FieldErrors, invalidFrom } from '../../../contract/problem.ts'
import { labelOf } from './labels.ts'

/** Values that passed, or what is wrong with each field in words. */
export type Checked<T> = { data: T; errors: null } | { data: null; errors: FieldErrors }

/** Checks values with one of the contract's schemas. `labels` renames fields that this form calls otherwise. */
export function checkFields<T>(
  schema: z.ZodMiniType<T>,
  values: unknown,
  labels: Record<string, string> = {},
): Checked<T> {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return { data: parsed.data, errors: null }
  return { data: null, errors: toSentences(invalidFrom(parsed.error).fields ?? {}, labels) }
}

/** 'is required' of `title` -> 'Title is required.': the contract's and the server's words as sentences. */
export function toSentences(fields: FieldErrors, labels: Record<string, string> = {}): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, words]) => [field, `${labels[field] ?? labelOf(field)} ${words}.`]),
  )
}
