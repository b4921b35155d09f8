import { latinDigits } from './latin-digits.ts'

/** Crockford's base32: digits and letters without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = ALPHABET.slice(10)
/** What people type or read for a character of the alphabet. */
const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' }
/** Characters before the check character. */
const RANDOM_LENGTH = 7

/**
 * Makes the code of an entry: seven random characters and a check character. The first one is a letter, so that no
 * spreadsheet takes a code for a number, and no gate takes it for a bib.
 */
export function newEntryCode(): string {
  const [first = 0, ...rest] = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))
  const random = charAt(LETTERS, first) + rest.map((byte) => charAt(ALPHABET, byte)).join('')
  return random + ALPHABET.charAt(doubled(checksum(random)))
}

/**
 * The code that a scanned or typed text stands for; null for a text that is no code. Case, blanks, dashes and invisible
 * characters do not matter, O is read as 0, and I and L are read as 1. One wrong character, or two that are exchanged,
 * are always noticed.
 */
export function entryCodeOf(text: string): string | null {
  const code = latinDigits(text)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212\u2800]/gu, '')
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter)
  const isWhole = code.length === RANDOM_LENGTH + 1 && LETTERS.includes(code.charAt(0))
  return isWhole && [...code].every((letter) => ALPHABET.includes(letter)) && checksum(code) === 0 ? code : null
}

/** A code in two groups, as people read it out. */
export function spacedEntryCode(code: string): string {
  return code.replace(/^(.{4})(?=.)/, '$1 ')
}

/**
 * The weighted sum of the characters in GF(32). Each place has a weight of its own, the last one 1, so that a wrong or
 * exchanged character changes the sum.
 */
function checksum(code: string): number {
  return [...code].reduce((sum, letter) => doubled(sum) ^ ALPHABET.indexOf(letter), 0)
}

/** Twice the value in GF(32), with the primitive polynomial x^5 + x^2 + 1. */
function doubled(value: number): number {
  return (value << 1) ^ (value & 16 ? 0b100101 : 0)
}

function charAt(characters: string, random: number): string {
  return characters.charAt(random % characters.length)
}
