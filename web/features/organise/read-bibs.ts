import { assignBibSchema, personKey } from '../../../contract/application.ts'
import { bibKey } from '../../../contract/bib.ts'
import { entryCodeOf } from '../../../contract/entry-code.ts'
import type { WantedBib } from '../../data/assign-bibs.ts'
import { bibOf } from '../../data/entrants.ts'
import type { ApplicationView } from '../../data/overlay.ts'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { entrantName } from '../../shared/marathon/entrant-name.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { bibBelongs, bibOfText, keyOf } from './bib-rules.ts'

/** The names of the columns in the file. They are the same in every language. */
export const BIB_COLUMNS = { entry: 'Entry', bib: 'Bib', firstName: 'First Name', lastName: 'Last Name' }

/** A line of the file that gives nobody a bib, and why. */
export interface BibProblem {
  /** The number of the line in the file, from 1. */
  line: number
  message: string
}

/** What a file of bibs says, before anything is queued. */
export interface ReadBibs {
  wanted: WantedBib[]
  problems: BibProblem[]
  /** Lines whose entrant has this bib already. */
  unchanged: number
  /** Lines with no bib. They change nothing. */
  empty: number
}

/**
 * Reads a CSV file with the columns Entry (the entry code) and Bib, or First Name, Last Name and Bib, in any order and among others.
 * @returns the bibs for entrants; a text for the user where the file has no such columns
 */
export function readBibs(text: string, entrants: readonly ApplicationView[]): ReadBibs | string {
  const [head, ...lines] = csvLines(text)
  const columns = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const at = (name: string) => columns.indexOf(name)
  const hasNames = at('first name') >= 0 && at('last name') >= 0
  if (at('bib') < 0 || (at('entry') < 0 && !hasNames)) return texts.columnsMissing(BIB_COLUMNS)

  const byCode = new Map(entrants.map((one) => [one.code, one]))
  const byName = Map.groupBy(entrants, (one) => personKey(one.firstName, one.lastName))
  const found: Line[] = []
  const problems: BibProblem[] = []
  let [unchanged, empty] = [0, 0]
  for (const { line, cells } of lines) {
    const cell = (name: string) => (cells[at(name)] ?? '').trim()
    const bib = bibOfText(cell('bib'))
    const entry = cell('entry')
    const name = `${cell('first name')} ${cell('last name')}`.trim()
    const code = entryCodeOf(entry)
    const known = code === null ? undefined : byCode.get(code)
    const fitting = known ? [known] : entry === '' ? (byName.get(personKey(name, '')) ?? []) : []
    const [application, another] = fitting
    const problem = (message: string) => problems.push({ line, message })
    const wrong = checkFields(assignBibSchema, { bib }).errors?.bib
    if (bib === null) empty += 1
    else if (!application) problem(nobodyMessage(entry, name))
    else if (another) problem(texts.sameName({ count: fitting.length, name, entry: BIB_COLUMNS.entry }))
    else if (bib.includes('"')) problem(texts.quotesIncomplete({ name: entrantName(application) }))
    else if (wrong) problem(texts.bibWrong({ name: entrantName(application), problem: wrong }))
    else if (isSame(bib, application)) unchanged += 1
    else found.push({ application, bib, line })
  }
  const { wanted, clashing } = withoutClashes(found, entrants)
  return { wanted, problems: [...problems, ...clashing].sort((a, b) => a.line - b.line), unchanged, empty }
}

function nobodyMessage(entry: string, name: string): string {
  if (entry === '') return name ? texts.nobodyIs({ name }) : texts.nobodyIsNamed()
  return name ? texts.noEntryOf({ entry, name }) : texts.noEntry({ entry })
}

type Line = { application: ApplicationView; bib: string; line: number }

/**
 * Takes out the lines whose bib another line gives too, or that an entrant keeps. Who loses a line keeps the old bib,
 * so that a line which gives this bib to somebody else is taken out too, and so on.
 */
function withoutClashes(found: Line[], entrants: readonly ApplicationView[]) {
  const moving = new Set(found.map(({ application }) => application._id))
  const holders = new Map(entrants.filter(({ _id }) => !moving.has(_id)).map((one) => [keyOf(one), one]))
  const givenBy = new Map<string, Line>()
  const taken = new Map<string, Line>()
  const clashing: BibProblem[] = []
  const left: ApplicationView[] = []
  const leaveOut = ({ application, line }: Line, message: string) => {
    clashing.push({ line, message })
    left.push(application)
  }
  for (const one of found) {
    const { application, bib } = one
    const key = bibKey(bib)
    const holder = holders.get(key)
    const earlier = givenBy.get(key)
    if (taken.has(application._id)) leaveOut(one, texts.twiceInFile({ name: entrantName(application) }))
    else if (holder) leaveOut(one, bibBelongs(bib, holder))
    else if (earlier) leaveOut(one, texts.bibInOtherLine({ bib, line: String(earlier.line) }))
    else {
      taken.set(application._id, one)
      givenBy.set(key, one)
    }
  }
  // The list grows while it is read.
  for (const holder of left) {
    const key = keyOf(holder)
    const line = key === null ? undefined : givenBy.get(key)
    if (!line || taken.has(holder._id)) continue
    taken.delete(line.application._id)
    givenBy.delete(bibKey(line.bib))
    leaveOut(line, bibBelongs(line.bib, holder))
  }
  const wanted = [...taken.values()].map(({ application, bib }) => ({ application, bib }))
  return { wanted, clashing }
}

/** Has the entrant this bib? A sheet loses the zeros before a number and adds none, so 7 leaves 007 as it is. */
function isSame(bib: string, entrant: ApplicationView): boolean {
  const held = bibOf(entrant)
  return held === bib || (held !== null && bib === bibKey(held))
}

const QUOTED = /^ *"(?:[^"]|"")*" *$/

/**
 * The lines of a CSV file (RFC 4180) that are not empty. Spreadsheets separate cells with a comma, a semicolon or a
 * tab, and some programs write spaces around quotes. A cell with other quotes stays as it is. The apostrophe that our
 * own export puts before a possible formula is removed.
 */
function csvLines(text: string): { line: number; cells: string[] }[] {
  const plain = text.replace(/^\ufeff/, '')
  const head = plain.slice(0, plain.search(/[\r\n]|$/))
  const separator = [',', ';', '\t'].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  )
  const lines: { line: number; cells: string[] }[] = []
  const cell = new RegExp(`( *"(?:[^"]|"")*" *|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`, 'y')
  let [line, start] = [1, 1]
  let cells: string[] = []
  while (cell.lastIndex < plain.length) {
    // It always matches: any text up to a separator is a cell too.
    const [whole = '', raw = '', end = ''] = cell.exec(plain) ?? []
    const value = QUOTED.test(raw) ? raw.trim().slice(1, -1).replaceAll('""', '"') : raw
    cells.push(value.replace(/^'(?=[\s"']*[=+\-@＝＋－＠])/, ''))
    line += whole.split(/\r\n|\r|\n/).length - 1
    if (end !== separator) {
      if (cells.some((one) => one.trim() !== '')) lines.push({ line: start, cells })
      cells = []
      start = line
    }
  }
  return lines
}
