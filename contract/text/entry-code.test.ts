import { describe, expect, it } from 'vitest'
import { entryCodeOf, newEntryCode, spacedEntryCode } from './entry-code.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = Array.from({ length: 200 }, newEntryCode)

it('an entry code is a letter and seven characters that nobody confuses, another one each time', () => {
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{7}$/)
  expect(new Set(codes).size).toBe(codes.length)
})

describe('what people type for an entry code', () => {
  it.each(codes)('%s is read in either case, in groups, and with letters that look like digits', (code) => {
    const misread = code.slice(0, 1) + code.slice(1).replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')
    for (const text of [
      code,
      ` ${code}\n`,
      code.toLowerCase(),
      spacedEntryCode(code),
      `${code.slice(0, 4)}–${code.slice(4)}`,
      `\u200e${code}\u200f`,
      `\u2800${code}\ufe0f\u0000`,
      code.replace(/./g, (letter) => String.fromCodePoint(0xfee0 + (letter.codePointAt(0) ?? 0))),
      misread,
      code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
      code.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit))),
    ])
      expect(entryCodeOf(text)).toBe(code)
  })

  it('is refused where one character is wrong, or any two are exchanged', () => {
    for (const code of codes.slice(0, 40)) {
      const letters = [...code]
      for (const [at, letter] of letters.entries()) {
        for (const other of ALPHABET) {
          if (other !== letter) expect(entryCodeOf(letters.with(at, other).join(''))).toBeNull()
        }
        for (const [from, moved] of letters.entries()) {
          if (moved !== letter) expect(entryCodeOf(letters.with(at, moved).with(from, letter).join(''))).toBeNull()
        }
      }
    }
  })

  it.each(['', 'K7QM', '12345678', '0198c0de-0000-7000-8000-000000000002', 'https://example.com', 'K7QM2F9GG', '101'])(
    '%j is no entry code',
    (text) => expect(entryCodeOf(text)).toBeNull(),
  )
})

it('an entry code is shown in two groups, and no code as nothing', () => {
  expect(spacedEntryCode('K7QM2F9G')).toBe('K7QM 2F9G')
  expect(spacedEntryCode('')).toBe('')
})
