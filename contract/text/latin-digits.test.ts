import { expect, it } from 'vitest'
import { latinDigits } from './latin-digits.ts'

it('turns the digits of every script into Latin ones, and nothing else', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code)
    if (!/^\p{Nd}$/u.test(letter)) continue
    // NFKD knows the value of the wide and the bold ones.
    const plain = letter.normalize('NFKD')
    expect(latinDigits(letter)).toMatch(/^[0-9]$/)
    if (/^[0-9]$/.test(plain)) expect(latinDigits(letter)).toBe(plain)
  }
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩ ০১২৩৪৫৬৭৮৯ ۰۱۲۳۴۵۶۷۸۹ ०१२३४५६७८९')).toBe('0123456789 0123456789 0123456789 0123456789')
  expect(latinDigits('١٢ b Ⅻ ½ ②')).toBe('12 b Ⅻ ½ ②')
})
