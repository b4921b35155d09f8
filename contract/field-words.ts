// What the API says of a wrong field, after the field's name: in the `fields` of problems and of verdicts. Older apps
// show these words, so they stay in English and do not change. The app finds each by its text and shows its own in the
// user's language (web/forms/field-words.ts). A test there asks for a text for each. The words of what only a
// program sends are in contract/call-words.

export const NOT_TEXT = 'must be text'
export const REQUIRED = 'is required'
export const NOT_A_PICTURE_URL = 'must be a web address that starts with https://'
export const NOT_AN_ID = 'must be 8 to 64 letters, digits, _ or -'
export const NOT_AN_EMAIL = 'must be an email address like name@example.com'
export const NOT_A_BOOLEAN = 'must be true or false'
export const NOT_AN_INSTANT = 'must be an ISO 8601 instant'
export const NOT_A_DATE = 'must be a date'
export const NO_SUCH_DATE = 'must be a date like 2027-03-05T08:00:00.000Z'
export const NOT_A_TIME_ZONE = 'must be a time zone like Europe/Berlin'
export const NOT_A_WHOLE_NUMBER = 'must be a whole number'

// Words with a value. `atMost('{max}')` is the pattern of all that `atMost` says.

export function atLeast<Min extends number | string>(min: Min) {
  return `must be at least ${min}` as const
}

export function atMost<Max extends number | string>(max: Max) {
  return `must be at most ${max}` as const
}

export function atMostInBallot<Max extends number | string>(max: Max) {
  return `must be at most ${max} in a ballot` as const
}

export function atMostCharacters<Max extends number | string>(max: Max) {
  return `must be at most ${max} characters` as const
}

export function notAPhoneNumber<Min extends number | string>(min: Min) {
  return `must have at least ${min} digits, and only digits, spaces and + ( ) . / -` as const
}

/** @param values the allowed values, with commas between them */
export function notOneOf<Values extends string>(values: Values) {
  return `must be one of ${values}` as const
}
