import * as z from 'zod/mini'
import { atMostCharacters, NOT_A_PICTURE_URL, NOT_AN_ID, NOT_TEXT, REQUIRED } from './field-words.ts'
import { ID_PATTERN, MAX_LENGTH, MIN_PHONE_DIGITS } from './limits.ts'

/** Trims a text, makes it well-formed and NFC, and removes control characters except tab and line feed. */
export function normaliseText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .normalize('NFC')
      .trim()
  )
}

/** Optional text of at most `max` UTF-16 code units. '' means no text. */
export function text(max: number) {
  return z.string(NOT_TEXT).check(z.overwrite(normaliseText), z.maxLength(max, atMostCharacters(max)))
}

/** Text that must not be empty. */
export function requiredText(max: number) {
  return text(max).check(z.minLength(1, REQUIRED))
}

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
export const pictureUrl = text(MAX_LENGTH.url).check(
  z.refine((value) => value === '' || isPictureUrl(value), NOT_A_PICTURE_URL),
)

/** Does the value have at least five digits, and only digits, spaces and + ( ) -? */
export function isPhoneNumber(value: string): boolean {
  return /^[\d\s+()-]*$/.test(value) && value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}

/**
 * Does the value look like an email address? This does not check whether mail arrives. Characters that would add more
 * to a `mailto:` link than the address (`rosa@example.com?bcc=…`) are not allowed.
 */
export function isEmail(value: string): boolean {
  return /^[^\s@?&=#%,;:<>()[\]\\"/|]+@[^\s@.?&=#%,;:<>()[\]\\"/|]+(\.[^\s@.?&=#%,;:<>()[\]\\"/|]+)+$/.test(value)
}

/** The first `max` UTF-16 code units of a text, without half of a surrogate pair at the end. */
export function cut(value: string, max: number): string {
  return value.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** The id of a row or an operation. The client makes it, so that a repeated create makes one row only. */
export const idSchema = z.string(NOT_TEXT).check(z.regex(ID_PATTERN, NOT_AN_ID))
