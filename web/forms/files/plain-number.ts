import { latinDigits } from '../../../contract/text/latin-digits.ts'
import { normaliseLine } from '../../../contract/text/plain-text.ts'

/** People write ="007" or '007 so that a spreadsheet keeps the zeros. */
function withoutSigns(written: string): string {
  return /^="(.*)"$/.exec(written)?.[1] ?? written.replace(/^'(?=\S)/, '')
}

/** A cell as it was meant: a spreadsheet writes 101 as 101.0. Is it ambiguous, it stays as it is. */
export function plainNumber(written: string): string {
  const kept = withoutSigns(written)
  return isAmbiguous(kept) ? kept : kept.replace(/^(\d+)[.,]0+$/, '$1')
}

/** Is each text of a column a number with .0, as programs write a whole column of numbers? One bib may be called that. */
export function isOfFractions(column: readonly string[]): boolean {
  const all = column.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return all.length > 1 && all.every((cell) => /^\d+[.,]00?$/.test(cell))
}

/**
 * Can a cell be two numbers? 1.000 and 1,125 are thousands to some, and fractions to others. Where commas separate the
 * cells a point begins a fraction, and where semicolons do a comma; but nobody writes zeros at the end of a fraction.
 * @param separator that of the cells; without one, fractions are not expected at all
 */
export function isAmbiguous(cell: string, separator = ''): boolean {
  const plain = latinDigits(normaliseLine(withoutSigns(cell.trim())))
  const [, sign = '', last = ''] = /^-?[1-9]\d{0,2}([.,٬'])\d\d(\d)$/.exec(plain) ?? []
  if (sign === '') return false
  const fraction = separator === ';' ? ',' : '.'
  return sign !== fraction || last === '0' || ![',', ';'].includes(separator)
}
