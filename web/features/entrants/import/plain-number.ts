/**
 * A cell as it was meant: a spreadsheet writes 101 as 101.0, and people write ="007" or '007 so that it keeps the zeros.
 */
export function plainNumber(written: string): string {
  const kept = /^="(.*)"$/.exec(written)?.[1] ?? written.replace(/^'(?=\S)/, '')
  return kept.replace(/^(\d+)[.,]0+$/, '$1')
}
