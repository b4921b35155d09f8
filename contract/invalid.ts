import * as z from 'zod/mini'
import { FIELD_ERRORS, type FieldCode, type FieldError, type FieldErrors } from './field-errors.ts'
import { Problem } from './problem.ts'

// The only place that knows what zod says of a wrong value. Other code knows codes.

const fieldErrorSchema = z.object({
  code: z.enum(Object.keys(FIELD_ERRORS) as FieldCode[]),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export const fieldErrorsSchema = z.record(z.string(), fieldErrorSchema) as unknown as z.ZodMiniType<FieldErrors>

/** A check of a schema that zod does not have, with what is wrong where it fails. */
export function must<T>(test: (value: T) => boolean, error: FieldError) {
  return z.refine<T>(test, { params: error })
}

/** A check of a text's form. @param expected what the form is called in an error */
export function matches(pattern: RegExp, expected: string) {
  return z.regex(pattern, expected)
}

/** The INVALID problem of a call with wrong fields. */
export function invalid(fields: FieldErrors): Problem {
  return new Problem('INVALID', inWords(fields), { fields })
}

/** What is wrong first, in words for people who read raw answers: 'title: too long (max 120)'. '' if nothing is. */
export function inWords(fields: FieldErrors = {}): string {
  const [first] = Object.entries(fields)
  if (!first) return ''
  const [name, error] = first
  const values = 'values' in error ? Object.entries(error.values).map((value) => value.join(' ')) : []
  const words = error.code.toLowerCase().replaceAll('_', ' ')
  return `${name}: ${words}${values.length > 0 ? ` (${values.join(', ')})` : ''}`
}

/** The INVALID problem for a failed zod parse. A field's name is its path with dots. */
export function invalidFrom(error: z.core.$ZodError): Problem {
  // This is a map because a client may send a field with the name `constructor`.
  const wrong = new Map<string, FieldError>()
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths) {
      const field = path.map(String).join('.') || 'body'
      // Readers of the answer drop a key with this name alone, and with it what is wrong.
      const name = field === '__proto__' ? 'body.__proto__' : field
      if (!wrong.has(name)) wrong.set(name, errorOf(issue))
    }
  }
  return invalid(Object.fromEntries(wrong))
}

function errorOf(issue: z.core.$ZodIssue): FieldError {
  switch (issue.code) {
    case 'custom':
      return issue.params as FieldError
    case 'unrecognized_keys':
      return { code: 'UNKNOWN_FIELD' }
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return { code: 'NOT_A_WHOLE_NUMBER' }
      return { code: 'NOT_VALID', values: { expected: issue.expected } }
    case 'too_small':
      if (issue.origin === 'string') return { code: 'REQUIRED' }
      return { code: 'AT_LEAST', values: { min: Number(issue.minimum) } }
    case 'too_big': {
      const max = Number(issue.maximum)
      return issue.origin === 'string' ? { code: 'TOO_LONG', values: { max } } : { code: 'AT_MOST', values: { max } }
    }
    case 'invalid_value':
      return { code: 'NOT_ONE_OF', values: { values: issue.values.join(', ') } }
    case 'invalid_format': {
      const expected = issue.format === 'regex' ? issue.message : issue.format
      return { code: 'NOT_VALID', values: { expected } }
    }
    default:
      return { code: 'NOT_VALID', values: { expected: issue.code } }
  }
}
