// What the API says of a wrong part of a call that a program made, not a user: of ids, lists, queries and keys. Like
// contract/field-words. Apart from it, because the app needs these only where it shows them.

export const NOT_A_VALUE = 'must be text, a number or null'
export const HAS_UNKNOWN_FIELD = 'has a field that we do not know'
export const NOT_TEXT_OR_NULL = 'must be text or null'
export const NOT_A_SYNC_CURSOR = 'must be <epoch>.<seq>'
export const NOT_A_LIST = 'must be a list'
export const NOT_AN_OBJECT = 'must be an object'
export const NOT_A_NUMBER = 'must be a number'
export const NOT_A_SORT = 'must be asc or desc'
export const NOT_A_PART = 'must be a part of the data'
export const NOT_STAFF = 'must be staff'
export const NOT_A_PUSH_SERVICE = 'must be an address of a known push service'
export const NOT_HTTPS = 'must be https'
export const NOT_65_BYTES = 'must be 65 bytes in base64url'
export const NOT_16_BYTES = 'must be 16 bytes in base64url'
export const NO_PUSH_KEYS = 'must have p256dh and auth'

export function atMostFields<Max extends number | string>(max: Max) {
  return `must have at most ${max} fields` as const
}
