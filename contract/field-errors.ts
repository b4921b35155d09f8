/**
 * All that can be wrong with a field, and the values that each text has. The texts are in
 * web/texts/<language>/field-errors.json, by these codes.
 */
export const FIELD_ERRORS = {
  REQUIRED: [],
  /** What no form sends: a value of another type, or in another form than `expected`. */
  NOT_VALID: ['expected'],
  UNKNOWN_FIELD: [],
  UNKNOWN_FIELDS: [],
  TOO_LONG: ['max'],
  AT_LEAST: ['min'],
  AT_MOST: ['max'],
  AT_MOST_IN_BALLOT: ['max'],
  NOT_A_WHOLE_NUMBER: [],
  NOT_ONE_OF: ['values'],
  NOT_A_PHONE_NUMBER: ['min'],
  NOT_A_PICTURE_URL: [],
  NOT_AN_EMAIL: [],
  NOT_A_DATE: [],
  NO_SUCH_DATE: [],
  NOT_A_TIME_ZONE: [],
  NOT_YET: [],
  FIXED: [],
  FIXED_BY_DRAW: [],
  FIXED_BY_APPLICATION: [],
  BELOW_REGISTERED: [],
  NEEDED_FOR_BALLOT: [],
  NOT_A_BALLOT: [],
  NOT_IN_BALLOT: [],
  STILL_CANCELLED: [],
  HELD: [],
  HELD_BY: ['name'],
  HELD_BY_AS: ['name', 'bib'],
  WITH_ORGANISER: [],
  NOT_AN_ORGANISER: [],
  NO_EVENT_FITS: [],
  SEVERAL_EVENTS_FIT: [],
  NOT_YOURS: [],
  OTHER_ACCOUNTS: [],
  USED: [],
  ENDED: [],
  DELETED: [],
  MOST_EVENTS: ['max'],
  MOST_APPLICATIONS: ['max'],
  MOST_PER_ACCOUNT: ['max'],
  MOST_STAFFED: ['max'],
  MOST_STAFF: ['max'],
  MOST_NOTICES: ['max'],
  MOST_CHECK_INS: ['max'],
  MOST_WALK_INS: ['max'],
  MOST_RECORDINGS: ['max'],
  MOST_RULINGS: ['max'],
  NOT_DRAWN: [],
  NO_PLACE: [],
  NOT_OFFERED: [],
  OWN_ENTRY: [],
  /** `question` is the organiser's wording, or the kind. */
  ANSWER_REQUIRED: ['question'],
  NOT_A_NUMBER: [],
  NOT_A_YEAR: [],
  NO_PHONE_NUMBER: ['min'],
  GUARDIAN_NEEDED: ['age'],
  NEEDS_BIRTH_YEAR: [],
  TEXT_CHANGED: [],
  NOT_UNIQUE: [],
  OVERLAPS: [],
  TO_BEFORE_FROM: [],
  NAME_OF_POINT: [],
} as const

type Codes = typeof FIELD_ERRORS
export type FieldCode = keyof Codes
/** The values of a code, by name. */
export type FieldValues<C extends FieldCode> = {
  [Name in Codes[C][number]]: Name extends 'min' | 'max' | 'age' ? number : string
}
/** What is wrong with a field. A newer server may send a code that this version does not know. */
export type FieldError = {
  [C in FieldCode]: Codes[C] extends readonly [] ? { code: C } : { code: C; values: FieldValues<C> }
}[FieldCode]
/** What is wrong, by the name of the field. */
export type FieldErrors = Record<string, FieldError>
