import { personKey, type WalkInFields, walkInSchema } from '../../../../contract/application.ts'
import {
  answerField,
  isAnswer,
  type Question,
  questionsOf,
  staffFieldsOf,
  staffValueField,
  wrongAnswer,
} from '../../../../contract/questions/questions.ts'
import { bibKey } from '../../../../contract/text/bib.ts'
import { entryCodeOf } from '../../../../contract/text/entry-code.ts'
import { normaliseLine } from '../../../../contract/text/plain-text.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import { toSentences } from '../../../forms/field-errors.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { bibKeyOf } from '../../../store/rows/entrants.ts'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { questionLabel } from '../../../texts/question-words.ts'
import { bibBelongs, bibOfText } from '../bibs/bib-rules.ts'
import { answersFor, isAmbiguous } from './answer-values.ts'
import type { Columns, Target } from './heads.ts'
import type { ImportedEntry } from './import-entries.ts'
import { importedId } from './imported-id.ts'
import { isSamePerson, personOf } from './people.ts'
import { plainNumber } from './plain-number.ts'
import type { Row, Table } from './read-table.ts'

/** A row of the file with a sentence about it. */
interface Told {
  row: Row
  message: string
}

/** What a file of entrants says, before anything is queued. */
export interface ReadEntrants {
  fresh: ImportedEntry[]
  /** Rows that may be somebody who is here already. The user says. */
  asked: (Told & { entry: ImportedEntry })[]
  /** How many are here already. */
  there: number
  problems: Told[]
}

/** What a row is compared with. */
interface Compared {
  marathon: Pick<MarathonView, '_id' | 'questions' | 'staffFields'>
  uid: string
  entrants: readonly ApplicationView[]
  /** The ids of entries that are not here any more. */
  gone: ReadonlySet<string>
}

/** Rows, and entrants, between two moments at which the page may do something else. */
const AT_ONCE = 5

/** A code that passes the check. Each entry gets its own when it is queued. */
const ANY_CODE = 'KAAAAAA5'
/** Fields and kinds of questions that a spreadsheet takes for numbers, and those in which a dash stands for nothing. */
const NUMBERS: ReadonlySet<string> = new Set(['bib', 'phoneNumber', 'number', 'birthYear'])
const NO_TEXTS: ReadonlySet<string> = new Set([...NUMBERS, 'email', 'sex', 'yesNo', 'emergency'])
const NOTHING = /^[-–—./]+$/
/** The statuses of our own files of who has no place. */
const WITHOUT_PLACE = ['waiting', 'entered', 'unconfirmed']

/** Are there columns for the first and the last name? */
export function hasNames(columns: Columns): boolean {
  return 'fullName' in columns || ('firstName' in columns && 'lastName' in columns)
}

/**
 * Reads the rows of a file as entrants, a few at a time: who is new, who is here already, what the user must decide, and what is
 * wrong with the others. @param columns with those of the names
 */
export function* readEntrants(table: Table, columns: Columns, compared: Compared): Generator<undefined, ReadEntrants> {
  const { marathon, uid, gone } = compared
  const questions = questionsOf(marathon)
  const bornId = questions.find(({ kind }) => kind === 'birthYear')?.id
  const born = bornId === undefined ? null : answerField(bornId)
  const fieldsOf = fieldReader(table, columns, compared)
  const known = yield* knownEntrants(compared.entrants)
  const ofFile = new Map<string, { line: number; fields: ImportedEntry['fields'] }[]>()
  const persons = new Map<string, number>()
  const bibs = new Map<string, number>()
  const read: ReadEntrants = { fresh: [], asked: [], there: 0, problems: [] }

  const decide = (row: Row) => {
    const problem = (message: string) => void read.problems.push({ row, message })
    if (row.isBroken) return problem(texts.quotesOpen())
    if (row.cells.slice(table.heads.length).some((cell) => cell.trim() !== ''))
      return problem(texts.tooManyCells({ separator: table.separator }))
    const code = columns.entry === undefined ? null : entryCodeOf(row.cells[columns.entry] ?? '')
    if (code !== null && known.codes.has(code)) {
      read.there += 1
      return
    }
    const { fields, name, wrong } = fieldsOf(row)
    if (!fields) return problem(name === '' ? wrong : texts.problemOf({ name, problem: wrong }))

    const key = personKey(fields.firstName, fields.lastName)
    const person = personOf(fields, born)
    const nth = persons.get(person) ?? 0
    const id = importedId(uid, marathon._id, person, nth)
    const alike = known.byName.get(key) ?? []
    const holder = fields.bib === null ? undefined : known.byBib.get(bibKey(fields.bib))
    const isHere = (one: ApplicationView) => one === holder || isSamePerson(fields, one, born) === 'same'
    if (known.ids.has(id) || alike.some(isHere)) {
      persons.set(person, nth + 1)
      read.there += 1
      return
    }
    const earlier = ofFile.get(key) ?? []
    const related = earlier.map((one) => [isSamePerson(fields, one.fields, born), String(one.line)] as const)
    const same = related.find(([relation]) => relation === 'same')
    if (same) return problem(texts.sameAsLine({ name, line: same[1] }))
    if (holder) return problem(texts.problemOf({ name, problem: bibBelongs(fields.bib ?? '', holder) }))
    const line = fields.bib === null ? undefined : bibs.get(bibKey(fields.bib))
    if (line !== undefined) {
      const twice = entrantTexts.bibInOtherLine({ bib: fields.bib ?? '', line: String(line) })
      return problem(texts.problemOf({ name, problem: twice }))
    }

    persons.set(person, nth + 1)
    ofFile.set(key, [...earlier, { line: row.line, fields }])
    if (fields.bib !== null) bibs.set(bibKey(fields.bib), row.line)
    const ask = (message: string, of = id) => read.asked.push({ row, message, entry: { id: of, fields } })
    const unclear = related.find(([relation]) => relation === 'unknown')
    if (gone.has(id)) ask(texts.wasWithdrawn({ name }), freeId(id, uid, marathon._id, gone, known.ids))
    else if (alike.length > 0) ask(texts.likeEntrant({ name }))
    else if (unclear) ask(texts.likeLine({ name, line: unclear[1] }))
    else read.fresh.push({ id, fields })
    return
  }

  for (const [at, row] of table.rows.entries()) {
    if (at % AT_ONCE === 0) yield
    decide(row)
  }
  return read
}

/** The id of who comes again: one that follows from the id that is gone. */
function freeId(id: string, uid: string, marathonId: string, gone: ReadonlySet<string>, taken: ReadonlySet<string>) {
  let nth = 0
  let next = id
  while (gone.has(next) || taken.has(next)) {
    next = importedId(uid, marathonId, id, nth)
    nth += 1
  }
  return next
}

function* knownEntrants(entrants: readonly ApplicationView[]) {
  const ids = new Set<string>()
  const codes = new Set<string>()
  const byName = new Map<string, ApplicationView[]>()
  const byBib = new Map<string, ApplicationView>()
  for (const [at, one] of entrants.entries()) {
    if (at % AT_ONCE === 0) yield
    ids.add(one._id)
    if (one.code) codes.add(one.code)
    const key = personKey(one.firstName, one.lastName)
    byName.set(key, [...(byName.get(key) ?? []), one])
    const bib = bibKeyOf(one)
    if (bib !== null) byBib.set(bib, one)
  }
  return { ids, codes, byName, byBib }
}

type Field = Exclude<keyof ImportedEntry['fields'], 'marathonId'>

/** Makes what reads the fields of an entrant from a row: the fields, or what is wrong with them. */
function fieldReader(table: Table, columns: Columns, { marathon }: Compared) {
  const { fullName, entry: _entry, status, ...others } = columns
  const byField = new Map<string, Question>(
    questionsOf(marathon).map((question) => [answerField(question.id), question]),
  )
  const labels: Record<string, string> = Object.fromEntries([
    ...[...byField].map(([field, question]) => [field, questionLabel(question)]),
    ...staffFieldsOf(marathon).map(({ id, label }) => [staffValueField(id), label]),
  ])
  const inOrder = (Object.entries(others) as [Field & Target, number][]).sort((a, b) => a[1] - b[1])
  const readers = inOrder.map(([target, at]) => {
    const question = byField.get(target)
    const toAnswer =
      question &&
      answersFor(
        question,
        table.rows.map(({ cells }) => cells[at] ?? ''),
      )
    return { field: target, at, question, toAnswer }
  })
  return ({ cells }: Row): { fields: ImportedEntry['fields'] | null; name: string; wrong: string } => {
    const values: Record<string, string | null> = fullName === undefined ? {} : namesOf(cells[fullName] ?? '')
    const wrong: string[] = []
    for (const { field, at, question, toAnswer } of readers) {
      const cell = (cells[at] ?? '').trim()
      const kind = question?.kind ?? field
      const written = NO_TEXTS.has(kind) && NOTHING.test(cell) ? '' : NUMBERS.has(kind) ? plainNumber(cell) : cell
      if (question && toAnswer) {
        const answer = toAnswer(normaliseLine(written))
        const error = wrongAnswer({ ...question, isRequired: false }, answer)
        if (question.kind === 'number' && isAmbiguous(cell, table.separator))
          wrong.push(texts.ambiguousNumber({ label: labels[field] ?? '', value: cell }))
        else if (error) wrong.push(...Object.values(toSentences({ [field]: error }, labels)))
        if (answer !== '') values[field] = answer
      } else if (isAnswer(field)) {
        if (written !== '') values[field] = written
      } else values[field] = field === 'bib' ? bibOfText(written) : written
    }
    const name = normaliseLine(`${values.firstName ?? ''} ${values.lastName ?? ''}`)
    const own = status === undefined ? '' : (cells[status] ?? '').trim()
    if (WITHOUT_PLACE.includes(own)) wrong.push(texts.notRegistered({ name, status: own }))
    const defaults = { firstName: '', lastName: '', bib: null, marathonId: marathon._id, code: ANY_CODE, above: 0 }
    const { data, errors } = checkFields(walkInSchema, { ...defaults, ...values }, labels)
    wrong.push(...Object.values(errors ?? {}))
    if (!data || wrong.length > 0) return { fields: null, name, wrong: [...new Set(wrong)].join(' ') }
    const { code: _code, above: _above, ...fields } = data as WalkInFields
    return { fields, name, wrong: '' }
  }
}

/** The two names in one cell: `Lauf, Ada`, or the last word is the last name. */
function namesOf(cell: string): { firstName: string; lastName: string } {
  const [last = '', first] = normaliseLine(cell).split(/\s*[,،]\s*/)
  if (first !== undefined) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
