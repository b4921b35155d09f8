/**
 * The start of a formula for a spreadsheet: one of these characters (also full-width), after any blanks and quotes. Line
 * breaks and tabs are no such blanks: they begin a place of their own, and each is looked at once.
 */
const FORMULA = '(?:[^\\S\\t\\r\\n]|["\'])*[=+\\-@＝＋－＠]'
/** The places where a formula could start: the start of the cell, and after each `,`, `;`, tab or line break in it. */
const CELL_STARTS = new RegExp(`(^|[,;\\t\\r\\n])(?=${FORMULA})|^(?=[\\t\\r])`, 'g')
/**
 * What stops a spreadsheet from running a formula: a zero-width space, so that the cell begins with no sign of a formula,
 * in any program and whatever it splits at. Nobody sees it. An apostrophe is read by people, in Excel too, and a tab splits
 * the cell for a program that splits at tabs; OWASP (CSV Injection) counts it among the starts of formulas. No stored text
 * has the mark (`normaliseText`), so what is read without it is the text that was written.
 */
const MARK = '\u200b'

/** What stands between two cells. Excel splits at the semicolon where numbers have a decimal comma. */
export type Separator = ',' | ';'

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[], separator: Separator = ','): string {
  return toLine(
    cells.map((value) => csvCell(value, separator)),
    separator,
  )
}

/** A line of cells that are written already. */
export function toLine(cells: readonly string[], separator: Separator): string {
  return `${cells.join(separator)}\r\n`
}

/** A cell as it is written, with a mark before each possible formula. A dash alone stands for nothing, and is none. */
export function csvCell(value: string, separator: Separator): string {
  return quoted(value === '-' ? value : value.replace(CELL_STARTS, `$1${MARK}`), separator)
}

/** The text that `csvCell` wrote, without its marks. What reads a file calls it for each cell, heads too. */
export function unguarded(cell: string): string {
  return cell.replaceAll(MARK, '')
}

function quoted(value: string, separator: Separator): string {
  return value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Country codes of one and of three digits. All others have two. */
const COUNTRY = String.raw`\+(?:[17]|(?:2[1-69]|3[578]|42|5[09]|6[7-9]|8[05-8]|9[679])\d|\d\d)`
const FIRST_PART = new RegExp(`^(${COUNTRY}|\\d{4})(?=\\d)`)

/**
 * The cell of a phone number: blanks between its parts, and no sign but + ( ). A spreadsheet makes no number of it, which
 * would lose the + or the zeros, and no formula, which would need a mark that other programs keep. Any other text is a
 * cell like others.
 */
export function phoneCell(value: string, separator: Separator): string {
  if (!/^\s*\+?[\d(][\d\s()/.\p{Pd}]*$/u.test(value)) return csvCell(value, separator)
  const spaced = value.replace(/[^\d+()]+|(?<=\d)(?=\()/g, ' ').trim()
  const parts = /\d \d/.test(spaced) ? spaced : spaced.replace(FIRST_PART, '$1 ')
  return /^\+?\d[\d()]*(?: [\d()]+)+$/.test(parts) ? parts : csvCell(parts, separator)
}
