import * as z from 'zod/mini'
import { MAX_LENGTH, MIN_PHONE_DIGITS } from './limits.ts'

/** Trimmed, NFC, well-formed, without control characters other than tab and line feed. */
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

/** Optional text of at most `max` characters; empty stands for none. */
export function text(max: number) {
  return z
    .string('must be text')
    .check(z.overwrite(normaliseText), z.maxLength(max, `must be at most ${max} characters`))
}

/** Text that must say something. */
export function requiredText(max: number) {
  return text(max).check(z.minLength(1, 'is required'))
}

/** Is this a picture address that pages may load: https, or http on loopback? */
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

/** A picture's address, or empty for none. */
export const pictureUrl = text(MAX_LENGTH.url).check(
  z.refine((value) => value === '' || isPictureUrl(value), 'must be a web address that starts with https://'),
)

/** Digits, spaces and + ( ) - with at least five digits. */
export function isPhoneNumber(value: string): boolean {
  return /^[\d\s+()-]*$/.test(value) && value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}

/**
 * An email address. Deliverability is for the mail to find out; what would say more than an address in a `mailto:` link
 * (`rosa@example.com?bcc=…`) is none.
 */
export function isEmail(value: string): boolean {
  return /^[^\s@?&=#%,;:<>()[\]\\"/|]+@[^\s@.?&=#%,;:<>()[\]\\"/|]+(\.[^\s@.?&=#%,;:<>()[\]\\"/|]+)+$/.test(value)
}

/** The first `max` UTF-16 code units, never half a character. */
export function cut(value: string, max: number): string {
  return value.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/** Ids of rows and operations: made by the client, so that a repeated create is the same row. */
export const idSchema = z
  .string('must be text')
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -'))
