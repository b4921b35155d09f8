import { latinDigits } from './latin-digits.ts'

/**
 * Bibs with the same key are one bib, which a marathon has once. 7, 007, #7 and 7.0 are the same number on a shirt, at
 * the finish and in a spreadsheet, which takes zeros away. The spelling is kept and shown; only the key is compared.
 */
export function bibKey(bib: string): string {
  // Most bibs are plain numbers, and 50,000 are compared at once.
  if (/^[1-9]\d*$/.test(bib)) return bib
  const plain = latinDigits(bib.replace(/№/g, '#').normalize('NFKC').toLowerCase())
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/\p{Pd}|\u2212/gu, '-')
  return (
    plain
      .replace(/^#(?=[\p{L}\d])/u, '')
      // A spreadsheet that read numbers writes 7.0.
      .replace(/^(\d+)[.,]0+$/, '$1')
      .replace(/^((?:\p{L}+[-./]?)?)0+(?=\d)/u, '$1') || plain
  )
}
