import { expect, it } from 'vitest'
import { bibKey } from './bib.ts'

it.each([
  ['zeros before it', ['7', '07', '0007', ' 7']],
  ['case', ['a12', 'A12', 'Ａ１２']],
  ['a sign for number', ['7', '#7', '# 7', '№7', '＃07']],
  ['what a spreadsheet adds', ['7', '7.0', '7,00', '007.0']],
  ['digits of another script', ['17', '١٧', '১৭', '۱۷', '１７', '१७', '𝟏𝟕']],
  ['blanks and zeros after letters', ['A7', 'a 7', 'A007', 'A\u00a07', 'A\u200b7']],
  ['dashes of any length', ['1-2', '1–2', '1‑2', '01-2']],
  ['zeros behind letters and a dash', ['M-7', 'm-07', 'M–007']],
  ['a sign for number before letters', ['A7', '#a7', '№ A07']],
  ['nothing but zeros', ['0', '000']],
])('makes one bib of %s', (_what, spellings) => {
  expect(new Set(spellings.map(bibKey)).size).toBe(1)
})

it('keeps different bibs apart, and no bib empty', () => {
  const all = [
    '0',
    '7',
    '70',
    '700',
    '7.1',
    '7.10',
    '7-1',
    '71',
    'A7',
    'B7',
    'A70',
    'NO7',
    '#',
    '##',
    'no',
    '-7',
    '+7',
    '½',
    '٧٧',
  ]
  expect(new Set(all.map(bibKey)).size).toBe(all.length)
  expect(all.map(bibKey)).not.toContain('')
})
