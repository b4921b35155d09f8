import { latinDigits } from '../../../contract/latin-digits.ts'

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }
/** Accents, and the signs of short vowels in Hebrew and Arabic. The vowel signs of Indic scripts are no accents. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]/g
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/**
 * A text as a search compares it: in lower case, without accents. People type 'munoz' and 'angstrom', because many
 * keyboards lack the letters of Muñoz and Ångström.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  // Most names have no such letters, and 50,000 names are folded at once.
  if (!/[\u0080-\uffff]/.test(lower)) return lower
  return latinDigits(lower)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
}
