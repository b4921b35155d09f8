import { assignBibSchema, personKey } from '../../../../contract/application.ts'
import { bibKey } from '../../../../contract/text/bib.ts'
import { entryCodeOf } from '../../../../contract/text/entry-code.ts'
import { spelledOut } from '../../../../contract/text/fold-text.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import type { Columns } from '../../../forms/files/columns.ts'
import type { FileText } from '../../../forms/files/file-text.ts'
import { isAmbiguous, plainNumber } from '../../../forms/files/plain-number.ts'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import { labelOf } from '../../../forms/labels.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { bibKeyOf } from '../../../store/rows/entrants.ts'
import type { WantedBib } from '../../../store/rows/many/assign-bibs.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { ambiguousNumber } from '../../../texts/compiled/import.js'
import { baseTargets, matchColumns, type Target } from '../import/heads.ts'
import { bibBelongs, bibOfText } from './bib-rules.ts'

/** The names of the columns in the file. They are the same in every language. */
export const BIB_COLUMNS = { entry: 'Entry', bib: 'Bib', firstName: 'First Name', lastName: 'Last Name' }

/** A line of the file that gives nobody a bib, and why. */
interface BibProblem {
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
  /** Lines whose bib was read as a plain number, for example 101.0 as 101. */
  tidied: number
  /** Lines with special letters in a name that nobody has. The file may be in another encoding. */
  strangers: number
}

/**
 * Reads a CSV file with the columns Entry (the entry code) and Bib, or First Name, Last Name and Bib, in any order and
 * among others, under their names in any language of the app.
 * @returns the bibs for entrants; a text for the user where the file has no such columns
 */
export function readBibs(text: string, entrants: readonly ApplicationView[]): ReadBibs | string {
  const targets = baseTargets(['entry', 'bib', 'firstName', 'lastName'])
  const columnsOf = (heads: readonly string[]) => matchColumns(heads, targets)
  const table = atOnce(readTable(text, (heads) => Object.keys(columnsOf(heads)).length))
  const columns = columnsOf(table?.heads ?? [])
  if (!table || !areEnough(columns)) return texts.columnsMissing(BIB_COLUMNS)

  const byCode = new Map(entrants.map((one) => [one.code, one]))
  const byName = Map.groupBy(entrants, (one) => personKey(one.firstName, one.lastName))
  const bySpelling = Map.groupBy(entrants, (one) => personKey(spelledOut(one.firstName), spelledOut(one.lastName)))
  const named = (name: string) =>
    byName.get(personKey(name, '')) ?? bySpelling.get(personKey(spelledOut(name), '')) ?? []
  const found: Line[] = []
  const problems: BibProblem[] = []
  let [unchanged, empty, tidied, strangers] = [0, 0, 0, 0]
  for (const { line, cells } of table.rows) {
    const cell = (column: keyof typeof BIB_COLUMNS) => (cells[columns[column] ?? -1] ?? '').trim()
    const written = cell('bib')
    const bib = bibOfText(plainNumber(written))
    const entry = cell('entry')
    const name = `${cell('firstName')} ${cell('lastName')}`.trim()
    const code = entryCodeOf(entry)
    const known = code === null ? undefined : byCode.get(code)
    const fitting = known ? [known] : entry === '' ? named(name) : []
    const [application, another] = fitting
    const problem = (message: string) => problems.push({ line, message })
    const wrong = checkFields(assignBibSchema, { bib }).errors?.bib
    if (application && bib !== null && plainNumber(written) !== written && application.bib !== written) tidied += 1
    if (!application && entry === '' && SPECIAL.test(name)) strangers += 1
    if (bib === null) empty += 1
    else if (!application) problem(nobodyMessage(entry, name))
    else if (another) problem(texts.sameName({ count: fitting.length, name, entry: BIB_COLUMNS.entry }))
    else if (bib.includes('"')) problem(texts.quotesIncomplete({ name: entrantName(application) }))
    else if (isSame(written, application)) unchanged += 1
    else if (isAmbiguous(written))
      problem(`${entrantName(application)}: ${ambiguousNumber({ label: labelOf('bib'), value: written })}`)
    else if (wrong) problem(texts.bibWrong({ name: entrantName(application), problem: wrong }))
    else if (isSame(bib, application)) unchanged += 1
    else found.push({ application, bib, line })
  }
  const { wanted, clashing } = withoutClashes(found, entrants)
  problems.push(...clashing)
  return { wanted, problems: problems.sort((a, b) => a.line - b.line), unchanged, empty, tidied, strangers }
}

function areEnough({ entry, bib, firstName, lastName }: Columns<Target>): boolean {
  return bib !== undefined && (entry !== undefined || (firstName !== undefined && lastName !== undefined))
}

/** A letter that another encoding writes in another way, or what is left of it. */
const SPECIAL = /[^ -~]|\?/

/**
 * Reads a file that may be written in one of several encodings: the first in which every name with special letters fits
 * an entrant, or the one in which most of them do.
 */
export function readFileOfBibs(decoded: readonly FileText[], entrants: readonly ApplicationView[]): ReadBibs | string {
  let best: ReadBibs | string = texts.columnsMissing(BIB_COLUMNS)
  for (const { text } of decoded) {
    const read = readBibs(text, entrants)
    if (typeof read === 'string') continue
    if (typeof best === 'string' || read.strangers < best.strangers) best = read
    if (best.strangers === 0) break
  }
  return best
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
  const holders = new Map(entrants.filter(({ _id }) => !moving.has(_id)).map((one) => [bibKeyOf(one), one]))
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
    const key = bibKeyOf(holder)
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
  const held = entrant.bib
  return held === bib || (held !== null && bib === bibKey(held))
}
