/** The start of a formula for a spreadsheet: one of these characters (also full-width), after any blanks and quotes. */
const FORMULA = '[\\s"\']*[=+\\-@＝＋－＠]'
/** The places where a formula could start: the start of the cell, and after each `;`, tab or line break in it. */
const CELL_STARTS = new RegExp(`(^|[;\\t\\r\\n])(?=${FORMULA})|^(?=[\\t\\r])`, 'g')

/** A line of CSV (RFC 4180). An apostrophe before each possible formula stops a spreadsheet from running it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string): string {
  const safe = value.replace(CELL_STARTS, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
