import type { FieldError, FieldErrors } from './field-errors.ts'
import { fieldOf } from './fields.ts'
import { MOST_FIELDS } from './limits.ts'
import type { Fields } from './sync.ts'
import { isFarTooLong, lengthOf, normalisePhone, normaliseText } from './text/plain-text.ts'

/** The longest name of a field. Real ops have shorter ones. */
const LONGEST_NAME = 64

/** The longest stored text of a field that is none: dates, distances and ids. */
const LONGEST_OTHER = 64

const NOT_A_VALUE: FieldError = { code: 'NOT_VALID', values: { expected: 'text, number or null' } }

/**
 * Checks the values of an op's `base`: each must be text within the field's limit, a number or null; true or false
 * only where `patch` has such a value too. The limits are
 * necessary because the server stores these values in a clash. What counts is the length of what is stored: a phone that
 * edits its own unsent row sends the text as it was typed. The server stores nothing of a field that `patch` does not
 * have, so such a field may be one that only a newer app knows.
 * @returns the errors by field; '' is the key of an error of the whole object
 */
export function wrongBase(base: Fields, patch: Fields): FieldErrors {
  return wrongValues(base, (field, value) => {
    if (!Object.hasOwn(patch, field)) return undefined
    if (typeof value === 'boolean') return typeof patch[field] === 'boolean' ? undefined : NOT_A_VALUE
    const longest = fieldOf(field)?.max ?? LONGEST_OTHER
    if (typeof value !== 'string') return undefined
    const isTooLong = isFarTooLong(value, longest) || lengthOf(normaliseValue(field, value)) > longest
    return isTooLong ? { code: 'TOO_LONG', values: { max: longest } } : undefined
  })
}

/**
 * Checks the values of an op's `patch`: none may be a list or an object. `decide` rejects other wrong values, for
 * example a text that is too long: a rejection lets the user correct the value.
 * @returns the errors by field; '' is the key of an error of the whole object
 */
export function wrongPatch(patch: Fields): FieldErrors {
  return wrongValues(patch, () => undefined)
}

/** A text of a base as the server would store it: cleaned, but not refused. */
export function normaliseValue(field: string, value: string): string {
  return fieldOf(field)?.kind === 'phone' ? normalisePhone(value) : normaliseText(value)
}

function wrongValues(fields: Fields, wrong: (field: string, value: unknown) => FieldError | undefined): FieldErrors {
  const names = Object.keys(fields)
  if (names.length > MOST_FIELDS) return { '': { code: 'AT_MOST', values: { max: MOST_FIELDS } } }
  if (names.some((name) => name.length > LONGEST_NAME)) return { '': { code: 'UNKNOWN_FIELDS' } }
  const found = new Map<string, FieldError>()
  for (const [field, value] of Object.entries(fields)) {
    const error = typeof value === 'object' && value !== null ? NOT_A_VALUE : wrong(field, value)
    if (error) found.set(field, error)
  }
  return Object.fromEntries(found)
}
