import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { applicationCreateSchema, applicationPatchSchema, assignBibSchema } from '../application.ts'
import { invalidFrom } from '../invalid.ts'
import { marathonCreateSchema, marathonPatchSchema } from '../marathon.ts'
import { wrongBase } from '../op-values.ts'
import { cut, lengthOf, normaliseLine, normalisePhone, normaliseText, wholeNumber } from './plain-text.ts'
import { phoneNumber, requiredLine, requiredText, text } from './text.ts'

/** What is wrong with a value by its schema. */
function errorOf(schema: z.ZodMiniType, value: unknown) {
  const { error } = z.safeParse(schema, value)
  return error && invalidFrom(error).fields?.body
}

/** Texts as people and programs make them: any characters, and those that this file is about. */
const odd = fc.constantFrom(
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u202e', '\u2066', '\u00ad', '\u034f', '\ufe0f', '\u3164', '\u{e0061}'],
  ...[
    '\ufeff',
    '\u0000',
    '\u0085',
    '\u2028',
    '\r\n',
    '\t',
    ' ',
    '\u0301',
    '\ud800',
    '🏃',
    '👩‍🚀',
    'e',
    'क',
    '\u094d',
    'Ω',
  ],
  ...[
    '\u{1d7d8}',
    '٣',
    '\ufb2c',
    '\u{1d160}',
    'tel:',
    '1\ufe0f\u20e3',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
)
const someText = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
  .map((parts) => parts.join(''))

it('trims, composes, unifies line ends and drops what no database keeps', () => {
  expect(normaliseText('  Zu\u0308rich\r\nRun\u0000 ')).toBe('Zürich\nRun')
  expect(normaliseText('\ud800')).toBe('\ufffd')
  expect(normaliseLine('5k\u2028in\tKiel\n')).toBe('5k in Kiel')
})

it.each([
  ['rosa\u200b@example.com', 'rosa@example.com'],
  ['rosa@example.com\u202c', 'rosa@example.com'],
  ['Eve\u202eliamg', 'Eveliamg'],
  ['\u2067Ana\u2069\u200f', 'Ana'],
  ['Lauf\u00adtreff\ufeff', 'Lauftreff'],
  ['A\u200dda', 'Ada'],
  ['A\ufe0fd\u{e0064}a\u3164', 'Ada'],
  ['e\u200b\u0301', 'é'],
])('of %j the invisible is removed', (typed, stored) => {
  expect(normaliseText(typed)).toBe(stored)
})

it.each([
  'می\u200cخواهم',
  'র\u200d্যাব',
  'क्\u200dष',
  '🏳️‍🌈 👩🏽‍🚀 ❤️ 1️⃣ ☺︎',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Glasgow',
  '👨‍👩‍👧‍👦',
])('%s keeps its joiners and variation selectors', (typed) => {
  expect(normaliseText(typed)).toBe(typed)
})

it.each([
  '\u200b',
  '\u2060\u200d',
  '\u202e',
  '\u00ad',
  '\u3164',
  '\u{e0061}',
  '\u2800',
  '\ufffc',
  '\u{1d159}',
  '\u0301',
  ' \u2003 ',
  '\u0007',
])('refuses %j where a text is required: there is nothing to see', (typed) => {
  for (const schema of [requiredText(80), requiredLine(80), phoneNumber, assignBibSchema.shape.bib])
    expect(errorOf(schema, typed)).toEqual({ code: 'REQUIRED' })
})

it.each([
  ['A\u200b\u0300\u200d\u05d0', 'À\u05d0'],
  ['x\u0302\u200dy', 'x\u0302y'],
  ['\u{1d400}\u200d\u094d', '\u{1d400}\u094d'],
  ['\u{1d400}\u200cΩ', '\u{1d400}Ω'],
])('%j keeps no joiner, because its first letter needs none', (typed, stored) => {
  expect(normaliseText(typed)).toBe(stored)
  expect(normalisePhone(normalisePhone(typed))).toBe(normalisePhone(typed))
})

it('a text that was cleaned stays as it is', () => {
  fc.assert(
    fc.property(someText, (typed) => {
      for (const clean of [normaliseText, normaliseLine, normalisePhone]) {
        const once = clean(typed)
        expect(clean(once)).toBe(once)
      }
    }),
    { numRuns: 3000 },
  )
})

it('measures a text as zod does, and cuts it there', () => {
  fc.assert(
    fc.property(someText, fc.integer({ min: 1, max: 30 }), (typed, max) => {
      expect(z.safeParse(text(max), typed).success).toBe(lengthOf(normaliseText(typed)) <= max)
      expect(lengthOf(cut(typed, max))).toBe(Math.min(max, lengthOf(typed)))
    }),
    { numRuns: 2000 },
  )
  expect([cut('abc', 2), cut('ab😀', 3), cut('ab😀', 2), cut('', 3)]).toEqual(['ab', 'ab😀', 'ab', ''])
})

const SCHEMAS = {
  ...applicationCreateSchema.shape,
  ...assignBibSchema.shape,
  ...marathonCreateSchema.shape,
  ...marathonPatchSchema.shape,
  ...applicationPatchSchema.shape,
}
const FIELDS = [
  'title',
  'location',
  'description',
  'cancelled',
  'firstName',
  'phoneNumber',
  'additionalInfo',
  'bib',
] as const

it('whatever a field accepts, it accepts as base: as it was typed, and as it is stored', () => {
  const typed = fc.oneof(
    someText,
    fc
      .tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom('\u{1d7d8}', '𝒳', '\ufb2c', ' ', 'e\u0301', '٣'))
      .map(([n, one]) => `x${one.repeat(n)}12345`),
    fc
      .tuple(fc.integer({ min: 5, max: 32 }), fc.constantFrom('\u{1d7d8}', '٣', '7'))
      .map(([n, digit]) => digit.repeat(n)),
  )
  let accepted = 0
  fc.assert(
    fc.property(typed, fc.constantFrom(...FIELDS), (value, field) => {
      const parsed = z.safeParse<z.ZodMiniType>(SCHEMAS[field], value)
      if (!parsed.success) return
      accepted += 1
      for (const base of [value, parsed.data]) expect(wrongBase({ [field]: base }, { [field]: null })).toEqual({})
    }),
    { numRuns: 5000 },
  )
  expect(accepted).toBeGreaterThan(1000)
})

it.each([
  ['\u202d+49 151 23456789\u202c', '+49 151 23456789'],
  ['\u2068+44 20 7946 0018\u2069', '+44 20 7946 0018'],
  ['\u200e+966 50 123 4567', '+966 50 123 4567'],
  ['+1\ufe0d-555-123-4567', '+1-555-123-4567'],
  ['+1 555\u2011123\u20134567', '+1 555-123-4567'],
  ['＋４９（０）４０　１２３', '+49(0)40 123'],
  ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
  ['०९१२ ३४५६७', '0912 34567'],
  ['040/123456', '040/123456'],
  ['06.12.34.56.78', '06.12.34.56.78'],
  ['tel:+49\u00a040\u00a0123456', '+49 40 123456'],
  ['TEL: tel:040\u2212123', '040-123'],
])('takes the pasted phone number %j', (typed, stored) => {
  expect(phoneNumber.parse(typed)).toBe(stored)
})

it.each([
  ['1000', 1000],
  ['1.000', 1000],
  ['1,000', 1000],
  ["1'000", 1000],
  ['1’000', 1000],
  ['1\u202f000', 1000],
  ['١٬٠٠٠', 1000],
  ['১,০০,০০০', 100_000],
  ['10.000.000', 10_000_000],
  ['\u200e 250 ', 250],
  ['007', 7],
  ['-5', -5],
  ['２５０', 250],
])('reads %j as a whole number', (typed, number) => {
  expect(wholeNumber(typed)).toBe(number)
})

it.each([
  '2.5',
  '1.00',
  '1e3',
  '1.000,00',
  '1.000,000',
  '0.500',
  '1.0000',
  '0x10',
  '',
  ' ',
  '1 0',
  '5 km',
  '∞',
  '½',
  '+5',
  '.500',
])('takes %j for no whole number', (typed) => {
  expect(wholeNumber(typed)).toBeNaN()
})
