import * as z from 'zod/mini'
import { matches, must } from '../invalid.ts'
import { ID_PATTERN, MAX_LENGTH, MIN_PHONE_DIGITS } from '../limits.ts'
import { isFarTooLong, isSeen, normaliseLine, normalisePhone, normaliseText } from './plain-text.ts'

/** Optional text of at most `max` characters (`lengthOf`), with line feeds. '' means no text. */
export function text(max: number) {
  return cleaned(normaliseText, max)
}

/** The same in one line. */
export function line(max: number) {
  return cleaned(normaliseLine, max)
}

function cleaned(clean: (text: string) => string, max: number) {
  return z.string().check(
    must((value) => !isFarTooLong(value, max), { code: 'TOO_LONG', values: { max } }),
    z.overwrite(clean),
    z.maxLength(max),
  )
}

/** The least length is for the OpenAPI document. */
function seen() {
  return [z.minLength(1), must<string>(isSeen, { code: 'REQUIRED' })] as const
}

/** Text in which there must be something that one can see. */
export function requiredText(max: number) {
  return text(max).check(...seen())
}

/** The same in one line. */
export function requiredLine(max: number) {
  return line(max).check(...seen())
}

/** A phone number, as people paste it. */
export const phoneNumber = cleaned(normalisePhone, MAX_LENGTH.phone).check(
  ...seen(),
  must(isPhoneNumber, { code: 'NOT_A_PHONE_NUMBER', values: { min: MIN_PHONE_DIGITS } }),
)

/** Is this a picture's address that a page may load? It must be https, or http on loopback. */
export function isPictureUrl(value: string): boolean {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return false
  }
  if (url.username || url.password) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** A picture's address, or '' for none. */
export const pictureUrl = line(MAX_LENGTH.url).check(
  must((value) => value === '' || isPictureUrl(value), { code: 'NOT_A_PICTURE_URL' }),
)

/** Width and height of a picture in pixels (`1200x630`), or '' where they are not known. */
export const pictureSize = z
  .string()
  .check(z.maxLength(MAX_LENGTH.size), matches(/^([1-9]\d{0,4}x[1-9]\d{0,4})?$/, '1200x630'))

/** Does the value have at least five digits, and only digits, spaces and + ( ) . / -? */
export function isPhoneNumber(value: string): boolean {
  return /^[\d\s+()./-]*$/.test(value) && value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}

/**
 * Does the value look like an email address? This does not check whether mail arrives. Characters that would add more
 * to a `mailto:` link than the address (`rosa@example.com?bcc=…`) are not allowed.
 */
export function isEmail(value: string): boolean {
  return /^[^\s@?&=#%,;:<>()[\]\\"/|]+@[^\s@.?&=#%,;:<>()[\]\\"/|]+(\.[^\s@.?&=#%,;:<>()[\]\\"/|]+)+$/.test(value)
}

/** The id of a row or an operation. The client makes it, so that a repeated create makes one row only. */
export const idSchema = z.string().check(matches(ID_PATTERN, 'id'))
