import { correctSchema, type WalkInFields, walkInSchema } from '../../../../contract/application.ts'
import {
  type AnswerField,
  type Answers,
  answerField,
  cleanAnswer,
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
import type { Columns } from '../../../forms/files/columns.ts'
import { isAmbiguous, isOfFractions, plainNumber } from '../../../forms/files/plain-number.ts'
import type { Row, Table } from '../../../forms/files/read-table.ts'
import { labelOf } from '../../../forms/labels.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { bibKeyOf } from '../../../store/rows/entrants.ts'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { questionLabel } from '../../../texts/question-words.ts'
import { bibBelongs, bibOfText } from '../bibs/bib-rules.ts'
import { answersFor } from './answer-values.ts'
import { type FoundHere, foundHere } from './found-here.ts'
import type { Target } from './heads.ts'
import { type ImportedEntry, importedId } from './import-entries.ts'
import { isSamePerson, type PersonParts, partsOf, personOf } from './people.ts'

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
  /** How many are here already, and of whom the file has more or something else. */
  there: number
  known: FoundHere[]
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
export function hasNames(columns: Columns<Target>): boolean {
  return 'fullName' in columns || ('firstName' in columns && 'lastName' in columns)
}

/**
 * Reads the rows of a file as entrants, a few at a time: who is new, who is here already, what the user must decide,
 * and what is wrong with the others.
 * @param columns with those of the names
 */
export function* readEntrants(
  table: Table,
  columns: Columns<Target>,
  compared: Compared,
): Generator<undefined, ReadEntrants> {
  const { marathon, uid, gone } = compared
  const questions = questionsOf(marathon)
  const bornId = questions.find(({ kind }) => kind === 'birthYear')?.id
  const born = bornId === undefined ? null : answerField(bornId)
  const labels = labelsOf(marathon)
  const fieldsOf = fieldReader(table, columns, marathon, labels)
  const seen = new Set<string>()
  const known = yield* knownEntrants(compared.entrants, born)
  const ofFile = new Map<string, Earlier[]>()
  const persons = new Map<string, number>()
  const bibs = new Map<string, number>()
  const read: ReadEntrants = { fresh: [], asked: [], there: 0, known: [], problems: [] }

  const decide = (row: Row) => {
    const problem = (message: string) => void read.problems.push({ row, message })
    if (row.isBroken) return problem(texts.quotesOpen())
    if (row.cells.slice(table.heads.length).some((cell) => cell.trim() !== ''))
      return problem(texts.tooManyCells({ separator: table.separator }))
    const code = columns.entry === undefined ? null : entryCodeOf(row.cells[columns.entry] ?? '')
    const { fields, name, wrong, answers, wrongAnswers } = fieldsOf(row, code !== null)
    const isThere = (entrant: ApplicationView) => {
      // Of two lines about one entrant the first counts: the second would not know what that one has changed.
      const found = seen.has(entrant._id) ? null : foundHere(entrant, answers, wrongAnswers, labels)
      seen.add(entrant._id)
      if (found?.wrong) return problem(texts.problemOf({ name: entrantName(entrant), problem: found.wrong }))
      read.there += 1
      if (found) read.known.push({ row, ...found })
    }
    const ofCode = code === null ? undefined : known.byCode.get(code)
    if (ofCode) return isThere(ofCode)
    if (!fields) return problem(name === '' ? wrong : texts.problemOf({ name, problem: wrong }))

    const of = partsOf(fields, born)
    const person = personOf(of)
    const nth = persons.get(person) ?? 0
    const id = importedId(uid, marathon._id, person, nth)
    const alike = known.byName.get(of.key) ?? []
    const holder = fields.bib === null ? undefined : known.byBib.get(bibKey(fields.bib))
    const isHere = (one: Known) => one.entrant === holder || isSamePerson(of, one.person) === 'same'
    const same = known.byId.get(id) ?? alike.find(isHere)?.entrant
    if (same) {
      persons.set(person, nth + 1)
      return isThere(same)
    }
    if (wrong !== '') return problem(texts.problemOf({ name, problem: wrong }))
    const earlier = ofFile.get(of.key) ?? []
    const { same: twin, unknown: unclear } = related(of, earlier)
    if (twin !== undefined) return problem(texts.sameAsLine({ name, line: String(twin) }))
    if (holder) return problem(texts.problemOf({ name, problem: bibBelongs(fields.bib ?? '', holder) }))
    const line = fields.bib === null ? undefined : bibs.get(bibKey(fields.bib))
    if (line !== undefined) {
      const twice = entrantTexts.bibInOtherLine({ bib: fields.bib ?? '', line: String(line) })
      return problem(texts.problemOf({ name, problem: twice }))
    }

    persons.set(person, nth + 1)
    earlier.push({ line: row.line, person: of })
    ofFile.set(of.key, earlier)
    if (fields.bib !== null) bibs.set(bibKey(fields.bib), row.line)
    const ask = (message: string, as = id) => read.asked.push({ row, message, entry: { id: as, fields } })
    if (gone.has(id)) ask(texts.wasWithdrawn({ name }), freeId(id, uid, marathon._id, gone, known.byId))
    else if (alike.length > 0) ask(texts.likeEntrant({ name }))
    else if (unclear !== undefined) ask(texts.likeLine({ name, line: String(unclear) }))
    else read.fresh.push({ id, fields })
    return
  }

  for (const [at, row] of table.rows.entries()) {
    if (at % AT_ONCE === 0) yield
    decide(row)
  }
  return read
}

/** A line of the file with what is compared. */
interface Earlier {
  line: number
  person: PersonParts
}

/** The first line that is the same person, and the first that may be. */
function related(of: PersonParts, earlier: readonly Earlier[]): { same?: number; unknown?: number } {
  let unknown: number | undefined
  for (const { line, person } of earlier) {
    const relation = isSamePerson(of, person)
    if (relation === 'same') return { same: line }
    if (relation === 'unknown') unknown ??= line
  }
  return unknown === undefined ? {} : { unknown }
}

/** The id of who comes again: one that follows from the id that is gone. */
function freeId(
  id: string,
  uid: string,
  marathonId: string,
  gone: ReadonlySet<string>,
  taken: { has: (id: string) => boolean },
) {
  let nth = 0
  let next = id
  while (gone.has(next) || taken.has(next)) {
    next = importedId(uid, marathonId, id, nth)
    nth += 1
  }
  return next
}

/** An entrant with what is compared. */
interface Known {
  entrant: ApplicationView
  person: PersonParts
}

function* knownEntrants(entrants: readonly ApplicationView[], born: AnswerField | null) {
  const byId = new Map<string, ApplicationView>()
  const byCode = new Map<string, ApplicationView>()
  const byName = new Map<string, Known[]>()
  const byBib = new Map<string, ApplicationView>()
  for (const [at, one] of entrants.entries()) {
    if (at % AT_ONCE === 0) yield
    byId.set(one._id, one)
    if (one.code) byCode.set(one.code, one)
    const person = partsOf(one, born)
    const alike = byName.get(person.key)
    if (alike) alike.push({ entrant: one, person })
    else byName.set(person.key, [{ entrant: one, person }])
    const bib = bibKeyOf(one)
    if (bib !== null) byBib.set(bib, one)
  }
  return { byId, byCode, byName, byBib }
}

/** What the answers and the fields of staff are called. */
function labelsOf(marathon: Compared['marathon']): Record<string, string> {
  return Object.fromEntries([
    ...questionsOf(marathon).map((question) => [answerField(question.id), questionLabel(question)]),
    ...staffFieldsOf(marathon).map(({ id, label }) => [staffValueField(id), label]),
  ])
}

/** What a row says of a person. */
interface ReadFields {
  /** null if something is wrong with others than the answers. */
  fields: ImportedEntry['fields'] | null
  name: string
  /** All that is wrong. */
  wrong: string
  /** The answers alone, and what is wrong with each. */
  answers: Answers
  wrongAnswers: Record<string, string>
}

type Field = Exclude<keyof ImportedEntry['fields'], 'marathonId'>

/** Makes what reads the fields of an entrant from a row: the fields, or what is wrong with them. */
function fieldReader(
  table: Table,
  columns: Columns<Target>,
  marathon: Compared['marathon'],
  labels: Record<string, string>,
) {
  const { fullName, entry: _entry, status, ...others } = columns
  const byField = new Map<string, Question>(
    questionsOf(marathon).map((question) => [answerField(question.id), question]),
  )
  const inOrder = (Object.entries(others) as [Field & Target, number][]).sort((a, b) => a[1] - b[1])
  const readers = inOrder.map(([target, at]) => {
    const question = byField.get(target)
    const column = table.rows.map(({ cells }) => cells[at] ?? '')
    const toAnswer = question && answersFor(question, column)
    return { field: target, at, question, toAnswer, isOfFractions: target === 'bib' && isOfFractions(column) }
  })
  /** @param isOurs whether the row is of our own files, whose bibs are as they were given */
  return ({ cells }: Row, isOurs: boolean): ReadFields => {
    const values: Record<string, string | null> = fullName === undefined ? {} : namesOf(cells[fullName] ?? '')
    const wrong: string[] = []
    const answers: Answers = {}
    const wrongAnswers: Record<string, string> = {}
    for (const { field, at, question, toAnswer, isOfFractions } of readers) {
      const cell = (cells[at] ?? '').trim()
      const kind = question?.kind ?? field
      const isAsGiven = kind === 'bib' && isOurs && !isOfFractions
      const isNothing = NO_TEXTS.has(kind) && NOTHING.test(cell)
      const written = isNothing ? '' : NUMBERS.has(kind) && !isAsGiven ? plainNumber(cell) : cell
      if (kind === 'bib' && !isAsGiven && isAmbiguous(cell))
        wrong.push(texts.ambiguousNumber({ label: labelOf(field), value: cell }))
      if (question && toAnswer) {
        const answer = toAnswer(normaliseLine(written))
        const error = wrongAnswer({ ...question, isRequired: false }, answer)
        if (question.kind === 'number' && isAmbiguous(cell, table.separator))
          wrongAnswers[field] = texts.ambiguousNumber({ label: labels[field] ?? '', value: cell })
        else if (error) wrongAnswers[field] = Object.values(toSentences({ [field]: error }, labels)).join(' ')
        if (answer !== '') answers[answerField(question.id)] = answer
      } else if (isAnswer(field)) {
        const { errors } = checkFields(correctSchema, { [field]: written }, labels)
        if (errors) wrongAnswers[field] = Object.values(errors).join(' ')
        if (written !== '') answers[field] = cleanAnswer(written)
      } else values[field] = field === 'bib' ? bibOfText(written) : written
    }
    const name = normaliseLine(`${values.firstName ?? ''} ${values.lastName ?? ''}`)
    const own = status === undefined ? '' : (cells[status] ?? '').trim()
    if (WITHOUT_PLACE.includes(own)) wrong.push(texts.notRegistered({ name, status: own }))
    const defaults = { firstName: '', lastName: '', bib: null, marathonId: marathon._id, code: ANY_CODE, above: 0 }
    const { data, errors } = checkFields(walkInSchema, { ...defaults, ...values, ...answers }, labels)
    wrong.push(...Object.values(wrongAnswers), ...Object.values(errors ?? {}))
    const told = { name, wrong: [...new Set(wrong)].join(' '), answers, wrongAnswers }
    if (!data) return { fields: null, ...told }
    const { code: _code, above: _above, ...fields } = data as WalkInFields
    return { fields, ...told }
  }
}

/** The two names in one cell: `Lauf, Ada`, or the last word is the last name. */
function namesOf(cell: string): { firstName: string; lastName: string } {
  const [last = '', first] = normaliseLine(cell).split(/\s*[,،]\s*/)
  if (first !== undefined) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
