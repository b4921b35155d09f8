import { MAX_LENGTH } from './limits.ts'
import type { FieldErrors } from './problem.ts'
import type { Fields } from './sync.ts'
import { normaliseText } from './text.ts'

/** Most fields that `base` or `patch` may name, and the longest name; ours have fewer and shorter ones. */
const MOST_FIELDS = 64
const LONGEST_NAME = 64

/** The longest text of a field, as it is stored. A date, a distance and an id are shorter than any text of a person. */
const LONGEST = new Map<string, number>([
  ['title', MAX_LENGTH.title],
  ['location', MAX_LENGTH.location],
  ['description', MAX_LENGTH.description],
  ['image', MAX_LENGTH.url],
  ['timeZone', MAX_LENGTH.timeZone],
  ['firstName', MAX_LENGTH.name],
  ['lastName', MAX_LENGTH.name],
  ['phoneNumber', MAX_LENGTH.phone],
  ['additionalInfo', MAX_LENGTH.additionalInfo],
  ['email', MAX_LENGTH.email],
])
const LONGEST_OTHER = 64

/**
 * What is wrong with the values of an op's `base`, by field: each must be text within the field's limit, a number or
 * null. A clash stores them.
 */
export function wrongBase(base: Fields): FieldErrors {
  return wrongValues(base, (field, value) => {
    if (typeof value === 'boolean') return 'must be text, a number or null'
    const longest = LONGEST.get(field) ?? LONGEST_OTHER
    if (typeof value === 'string' && normaliseText(value).length > longest)
      return `must be at most ${longest} characters`
    return undefined
  })
}

/**
 * What is wrong with the values of an op's `patch`, by field, before anybody looks at what they mean: no field holds a
 * list or an object. All else (a text that is too long) is for `decide` to refuse, so that the user can mend it.
 */
export function wrongPatch(patch: Fields): FieldErrors {
  return wrongValues(patch, () => undefined)
}

function wrongValues(fields: Fields, wrong: (field: string, value: unknown) => string | undefined): FieldErrors {
  const names = Object.keys(fields)
  if (names.length > MOST_FIELDS) return { '': `must have at most ${MOST_FIELDS} fields` }
  if (names.some((name) => name.length > LONGEST_NAME)) return { '': 'has a field that we do not know' }
  const found = new Map<string, string>()
  for (const [field, value] of Object.entries(fields)) {
    const words = typeof value === 'object' && value !== null ? 'must be text, a number or null' : wrong(field, value)
    if (words) found.set(field, words)
  }
  return Object.fromEntries(found)
}
