import { latinDigits } from './latin-digits.ts'

// How texts are cleaned, measured and cut: the same on the phone and on the server, for every field.

/** An emoji with its variation selector and skin tone, and what a joiner adds to it. */
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?[\\u{1f3fb}-\\u{1f3ff}]?'
/** A letter of a script that needs joiners, with its marks. */
const JOINED =
  '(?![\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Common}\\p{Default_Ignorable_Code_Point}])\\p{L}\\p{M}*'
/** A letter, or a sign of a vowel. Some of Unicode's letters and marks are not seen. */
const LETTER = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]'
/** What of the invisible is kept: inside of an emoji, and the joiners between letters of scripts that need them. */
const KEPT = [
  '\\u{1f3f4}\\u{e0067}\\u{e0062}[\\u{e0061}-\\u{e007a}]{3}\\u{e007f}',
  `${PICTURE}(?:\\u200d${PICTURE})*`,
  '[0-9#*]\\ufe0f?\\u20e3',
  `(?<=${JOINED})[\\u200c\\u200d](?=${LETTER})`,
].join('|')
/** Characters that nobody sees: of formats, of the direction of writing, and of control. */
const UNSEEN =
  '[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]'
const KEPT_OR_UNSEEN = new RegExp(`(${KEPT})|${UNSEEN}`, 'gu')
/**
 * Something that one can see: no blank, no mark without a letter, no control character, and not what a pasted picture
 * leaves.
 */
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\u2800\ufffc\u{1d159}]/u

/**
 * A text as it is stored: well-formed, NFC, with no blanks at its ends, with line feeds as the only line ends, and
 * without characters that nobody sees. Two texts that look the same must not differ by such characters, and none of
 * them may turn the direction of what stands beside the text. The joiners of emoji and of letters are kept.
 */
export function normaliseText(text: string): string {
  // Most texts are plain, and the pull of 50,000 entrants compares many.
  if (!/[^\n -~]/.test(text)) return text.trim()
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .normalize('NFC')
      .replace(KEPT_OR_UNSEEN, '$1')
      // What was removed may have stood between a letter and its accent.
      .normalize('NFC')
      .trim()
  )
}

/** The same for a field of one line: a line feed or a tab becomes a blank. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/[\n\t]/g, ' ')
}

/** Is there something in a normalised text that one can see? */
export function isSeen(text: string): boolean {
  return SEEN.test(text)
}

/**
 * A phone number as it is stored. What is pasted has invisible characters around it, long dashes, digits of other
 * scripts, wide signs, or the `tel:` of a link.
 */
export function normalisePhone(text: string): string {
  return normaliseLine(latinDigits(text.normalize('NFKC')))
    .replace(/[\p{Pd}\u2212\u00b7\u2022]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^(?:tel: ?)+/i, '')
    .trim()
}

/** The length of a text in characters as a limit counts them: code points, as zod and JSON Schema do. */
export function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}

/**
 * Is a text as it was typed far beyond its limit? Blanks and letters of several code points are removed before it is
 * measured, but a megabyte of blanks is no text.
 */
export function isFarTooLong(text: string, max: number): boolean {
  const most = 2 * max + 64
  return text.length > most && lengthOf(text.normalize('NFC')) > most
}

/** The first `max` characters of a text, counted as `lengthOf` does. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

/**
 * The whole number that a user typed; NaN for anything else. It may be grouped as people and this app write it: 1.000,
 * 1,000, 1 000, 1'000, ١٬٠٠٠ and 1,00,000. A text such as 2.5, 1.00 or 1e3 is no whole number.
 */
export function wholeNumber(text: string): number {
  const plain = latinDigits(normaliseLine(text))
    .replace(/\s/g, ' ')
    .replace(/^\u2212/, '-')
  const isNumber = /^-?(?:\d+|[1-9]\d{0,2}([., '’٬،_])(?:\d{2,3}\1)*\d{3})$/.test(plain)
  return isNumber ? Number(plain.replace(/[^\d-]/g, '')) : Number.NaN
}
