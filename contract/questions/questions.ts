import type { FieldError, FieldErrors } from '../field-errors.ts'
import { MAX_LENGTH, MIN_PHONE_DIGITS } from '../limits.ts'
import { latinDigits } from '../text/latin-digits.ts'
import { lengthOf, normaliseLine } from '../text/plain-text.ts'

// What an organiser asks beyond the fields of an application, and what was answered. Without zod, because screens need it.

/**
 * A question of a marathon's registration form.
 * - `label` is the organiser's wording. '' stands for the name of the kind in the reader's language.
 * - `staffSees`: gate, desk and timer see the answers, and the desk asks the question where it is required.
 * - `options` are those of a choice. Of a waiver `text` is what is signed. Each text has a number: `version` is that of
 *   this one, from 1, and `earlier` has the ones before in their order. A signature counts from the text `asksFrom` on
 *   (missing: 1). Below the age `guardianBelow` (null: none) a guardian signs too.
 */
export interface Question {
  id: string
  kind: QuestionKind
  label: string
  isRequired: boolean
  staffSees: boolean
  options?: string[] | undefined
  text?: string | undefined
  version?: number | undefined
  earlier?: string[] | undefined
  asksFrom?: number | undefined
  guardianBelow?: number | null | undefined
}

/** A field of an entry that owner and organisers alone fill in. The runner sees it where `isShown` says so. */
export interface StaffField {
  id: string
  label: string
  isShown: boolean
}

/** A signature of a waiver. `version` is that of the text, `by` the name of the account that signed it. */
export interface Signature {
  version: number
  at: string
  by: string
  /** '' where none was needed. */
  guardian: string
}

interface Kind {
  /** What is wrong with an answer that is not empty, or null. */
  wrong: (answer: string, question: Question) => FieldError | null
  /** Does a marathon ask it at most once? */
  isOnce?: true
  /** Has it a name of its own, so that it needs no wording? Categories and files know such a question by its kind. */
  isKnown?: true
}

/** The sexes of an answer; `N` does not say it. */
export const SEXES = ['F', 'M', 'X', 'N'] as const
export type Sex = (typeof SEXES)[number]

const FIRST_YEAR = 1900
const LAST_YEAR = 2099

const oneOf = (values: readonly string[]) => (answer: string) =>
  values.includes(answer) ? null : ({ code: 'NOT_ONE_OF', values: { values: values.join(', ') } } as const)
const anyText = () => null

/** The kinds of questions, one row a kind. What else a kind needs: its control in web/forms/question-fields, and its name. */
export const QUESTION_KINDS = {
  text: { wrong: anyText },
  number: { wrong: (answer) => (/^-?\d{1,9}(\.\d{1,2})?$/.test(answer) ? null : { code: 'NOT_A_NUMBER' }) },
  choice: { wrong: (answer, { options = [] }) => oneOf(options)(answer) },
  yesNo: { wrong: oneOf(['yes', 'no']) },
  birthYear: { wrong: wrongYear, isOnce: true, isKnown: true },
  sex: { wrong: oneOf(SEXES), isOnce: true, isKnown: true },
  club: { wrong: anyText, isOnce: true, isKnown: true },
  emergency: { wrong: wrongContact, isOnce: true, isKnown: true },
  waiver: { wrong: wrongSignature, isOnce: true },
} as const satisfies Record<string, Kind>
export type QuestionKind = keyof typeof QUESTION_KINDS
const KINDS: Record<QuestionKind, Kind> = QUESTION_KINDS

/** May a marathon ask a question of this kind once alone? */
export function isOnceKind(kind: QuestionKind): boolean {
  return KINDS[kind].isOnce === true
}

/** Has a question of this kind a name without a wording of the organiser? */
export function isKnownKind(kind: QuestionKind): boolean {
  return KINDS[kind].isKnown === true
}

/** Most questions of a marathon, options of a choice, earlier texts of a waiver, and fields of staff. */
export const MAX_QUESTIONS = 10
export const MAX_OPTIONS = 20
export const MAX_EARLIER = 9
export const MAX_STAFF_FIELDS = 3
/** Most answers of an entry, those to questions that are gone included. */
export const MAX_ANSWERS = 30

/** The field of an answer, and that of staff, as patches, bases and rows on the phone have them. */
export type AnswerField = `answers.${string}`
export type StaffValueField = `staff.${string}`
export type Answers = { [field in AnswerField | StaffValueField]?: string }

export function answerField(id: string): AnswerField {
  return `answers.${id}`
}
export function staffValueField(id: string): StaffValueField {
  return `staff.${id}`
}

/** What the id of a question or a field of staff looks like. Its phone makes it, and no other one gets it. */
export const QUESTION_ID = /^[a-z0-9]{6,12}$/
const ANSWER = /^(answers|staff)\.([a-z0-9]{6,12})$/

/** Is this the field of an answer, or of staff? */
export function isAnswer(field: string): field is AnswerField | StaffValueField {
  return ANSWER.test(field)
}

/** The id of the question that a field answers; null for any other field. */
export function questionIdOf(field: string): string | null {
  return ANSWER.exec(field)?.[2] ?? null
}

/** The questions of a marathon: what the column `questions` has. */
export function questionsOf({ questions }: { questions: string }): Question[] {
  return listOf<Question>(questions)
}

/** Is there a question that must be answered now and was not before, or a text that everybody signs again? */
export function asksMore(before: { questions: string }, after: { questions: string }): boolean {
  if (before.questions === after.questions) return false
  const known = new Map(questionsOf(before).map((question) => [question.id, question]))
  return questionsOf(after).some(({ id, isRequired, asksFrom = 1 }) => {
    const old = known.get(id)
    return isRequired && (!old?.isRequired || asksFrom > (old.asksFrom ?? 1))
  })
}

/** The fields of staff of a marathon: what the column `staffFields` has. */
export function staffFieldsOf({ staffFields }: { staffFields: string }): StaffField[] {
  return listOf<StaffField>(staffFields)
}

/** The fields of an entry's answers that the runner sees: those of questions, and of staff where the marathon shows them. */
export function shownAnswers(fields: readonly string[], marathon: { staffFields: string } | undefined): AnswerField[] {
  const shown = (marathon ? staffFieldsOf(marathon) : []).filter(({ isShown }) => isShown)
  const names = new Set<string>(shown.map(({ id }) => staffValueField(id)))
  return fields.filter(
    (field): field is AnswerField => isAnswer(field) && (field.startsWith('answers.') || names.has(field)),
  )
}

function listOf<T>(json: string): T[] {
  return json === '' ? [] : (JSON.parse(json) as T[])
}

/** The columns of a row with answers, and the first part of the names of their fields. */
const COLUMNS = { answers: 'answers', staffAnswers: 'staff' } as const
type AnswerColumns = Record<keyof typeof COLUMNS, string>

/** The answers of a row as fields: `{"k3f9a2":"1987"}` in `answers` is `answers.k3f9a2`. */
export function answersOf(row: AnswerColumns): Answers {
  const fields: Answers = {}
  for (const [column, prefix] of Object.entries(COLUMNS) as [keyof AnswerColumns, 'answers' | 'staff'][]) {
    if (row[column] === '') continue
    const stored = JSON.parse(row[column]) as Record<string, string>
    for (const id in stored) fields[`${prefix}.${id}`] = stored[id] as string
  }
  return fields
}

/** A row with some changes, and with the answers among them in its columns. An empty answer is not stored. */
export function withAnswers<Row extends AnswerColumns, Changes extends object>(
  row: Row,
  changes: Changes,
): Row & Omit<Changes, AnswerField | StaffValueField> {
  const next: Record<string, unknown> = { ...row }
  const changed: Answers = answersOf(row)
  let isChanged = false
  for (const [name, value] of Object.entries(changes)) {
    if (isAnswer(name)) {
      changed[name] = String(value)
      isChanged = true
    } else next[name] = value
  }
  type Next = Row & Omit<Changes, AnswerField | StaffValueField>
  if (!isChanged) return next as Next
  for (const [column, prefix] of Object.entries(COLUMNS)) {
    const given = Object.entries(changed).filter(([name, value]) => name.startsWith(`${prefix}.`) && value !== '')
    const entries = given.map(([name, value]) => [name.slice(prefix.length + 1), value]).sort()
    next[column] = entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
  }
  return next as Next
}

/** A row of the wire as phones have it: its answers are fields. */
export function unpackAnswers({ answers = '', staffAnswers = '', ...row }: Record<string, unknown>) {
  return { ...row, ...answersOf({ answers: String(answers), staffAnswers: String(staffAnswers) }) }
}

/** An answer as it is stored: in one line; a number and a year with Latin digits and a decimal point. */
export function cleanAnswer(answer: string, kind?: QuestionKind): string {
  const line = normaliseLine(answer)
  if (kind === 'birthYear') return latinDigits(line)
  return kind === 'number'
    ? latinDigits(line)
        .replace(/[,٫]/, '.')
        .replace(/^\u2212/, '-')
    : line
}

/** What is wrong with an answer, or null. An empty one is wrong where the question is required. */
export function wrongAnswer(question: Question, answer: string): FieldError | null {
  if (answer === '') return question.isRequired ? required(question) : null
  if (lengthOf(answer) > MAX_LENGTH.answer) return { code: 'TOO_LONG', values: { max: MAX_LENGTH.answer } }
  return KINDS[question.kind].wrong(answer, question)
}

/** The error of a required question without an answer. It names the question for readers of raw answers. */
function required({ label, kind }: Question): FieldError {
  return { code: 'ANSWER_REQUIRED', values: { question: label || kind } }
}

/**
 * What is wrong with the answers to some questions, by field.
 * @param answers all answers of the entry: a guardian is needed by the year of birth
 * @param year the year of the start
 */
export function wrongAnswers(questions: readonly Question[], answers: Answers, year: number): FieldErrors {
  const wrong: FieldErrors = {}
  for (const question of questions) {
    const field = answerField(question.id)
    const answer = answers[field] ?? ''
    const isUnborn = question.kind === 'birthYear' && Number(answer) > year
    const error = isUnborn
      ? ({ code: 'NOT_A_YEAR' } as const)
      : (wrongAnswer(question, answer) ?? wrongGuardian(question, answers, questions, year))
    if (error) wrong[field] = error
  }
  return wrong
}

/** What an entry owes: required answers that are missing, and signatures that the text or the age asks for anew. */
const OWED: readonly FieldError['code'][] = ['ANSWER_REQUIRED', 'TEXT_CHANGED', 'GUARDIAN_NEEDED']

/** What an entry must still answer, or sign again, by field. @param year that of the start */
export function owedAnswers(questions: readonly Question[], answers: Answers, year: number): FieldErrors {
  const wrong = Object.entries(wrongAnswers(questions, answers, year))
  return Object.fromEntries(wrong.filter(([, { code }]) => OWED.includes(code)))
}

/** What staff may leave for later, and what may have changed since the runner stood at the desk. */
const OF_STAFF: readonly FieldError['code'][] = [...OWED, 'NOT_ONE_OF']

/**
 * Why an edit of answers is refused, by field: what is wrong with those that it changes. What is wrong with others is owed,
 * and keeps nobody from another edit. A refusal of what staff enter would come when the runner is gone, so it is refused
 * only where it is no answer at all.
 * @param answers all answers of the entry after the edit
 * @param changes the fields that are changed; null for a new entry
 */
export function refusedAnswers(
  questions: readonly Question[],
  answers: Answers,
  year: number,
  changes: object | null,
  isOfStaff = false,
): FieldErrors {
  const isLeft = (question: Question, { code }: FieldError) =>
    isOfStaff && OF_STAFF.includes(code) && !isOfUnknownText(question, answers)
  const wrong = wrongAnswers(questions, answers, year)
  return Object.fromEntries(
    questions.flatMap((question) => {
      const field = answerField(question.id)
      const error = wrong[field]
      return error && (changes === null || field in changes) && !isLeft(question, error) ? [[field, error]] : []
    }),
  )
}

/** Does a signature name a text that the waiver never had? It would count once the waiver has one with that number. */
function isOfUnknownText({ id, version = 1 }: Question, answers: Answers): boolean {
  const signature = signatureOf(answers[answerField(id)] ?? '')
  return signature !== null && (signature.version < 1 || signature.version > version)
}

/**
 * The questions with the numbers of the waivers' texts: a changed text gets the next number, and the one before is kept.
 * Everybody signs again if the questions say so by a higher `asksFrom` than before.
 * @param before the questions of the marathon so far
 */
export function numberTexts(before: readonly Question[], after: readonly Question[]): Question[] {
  return after.map((question) => {
    const known = before.find(({ id }) => id === question.id)
    if (question.kind !== 'waiver' || !known) return question
    const { version = 1, earlier = [], text = '', asksFrom = 1 } = known
    const isNew = question.text !== text
    const asks = (question.asksFrom ?? 1) > asksFrom ? version + (isNew ? 1 : 0) : asksFrom
    const texts = isNew ? [...earlier, text] : earlier
    const { earlier: _earlier, asksFrom: _asksFrom, ...rest } = question
    return {
      ...rest,
      version: isNew ? version + 1 : version,
      ...(texts.length > 0 ? { earlier: texts } : {}),
      ...(asks > 1 ? { asksFrom: asks } : {}),
    }
  })
}

/** The text that was signed; undefined where nobody knows it. */
export function signedText({ version = 1, text, earlier = [] }: Question, signature: Signature): string | undefined {
  return signature.version === version ? text : earlier[signature.version - 1]
}

/** Does a signature count, by the number of the text that was signed? */
export function isSignedNow({ version = 1, asksFrom = 1 }: Question, signature: Signature): boolean {
  return signature.version >= asksFrom && signature.version <= version
}

/**
 * The age of a runner in the year of the start, from the question of the year of birth; null where nobody knows it. It is
 * that of the calendar year, because a year of birth tells no more.
 */
export function ageOf(questions: readonly Question[], answers: Answers, year: number): number | null {
  const born = questions.find(({ kind }) => kind === 'birthYear')
  const answer = born ? (answers[answerField(born.id)] ?? '') : ''
  return /^\d{4}$/.test(answer) ? year - Number(answer) : null
}

/** Does a waiver need a guardian for this age? Without an age nobody knows. */
export function needsGuardian({ guardianBelow }: Question, age: number | null): boolean {
  return typeof guardianBelow === 'number' && age !== null && age < guardianBelow
}

function wrongGuardian(question: Question, answers: Answers, all: readonly Question[], year: number) {
  if (question.kind !== 'waiver') return null
  const signature = signatureOf(answers[answerField(question.id)] ?? '')
  if (signature?.guardian !== '' || !needsGuardian(question, ageOf(all, answers, year))) return null
  return { code: 'GUARDIAN_NEEDED', values: { age: question.guardianBelow ?? 0 } } as const
}

/** The signature that an answer to a waiver is; null for any other text. */
export function signatureOf(answer: string): Signature | null {
  if (!answer.startsWith('{')) return null
  try {
    const { version, at, by, guardian } = JSON.parse(answer) as Partial<Signature>
    const isWhole = Number.isInteger(version) && [at, by, guardian].every((text) => typeof text === 'string')
    return isWhole ? ({ version, at, by, guardian } as Signature) : null
  } catch {
    return null
  }
}

/** The answer that a signature is. */
export function signatureText({ version, at, by, guardian }: Signature): string {
  return JSON.stringify({ version, at, by, guardian })
}

function wrongSignature(answer: string, question: Question): FieldError | null {
  const signature = signatureOf(answer)
  if (!signature) return { code: 'NOT_VALID', values: { expected: 'a signature' } }
  if (lengthOf(signature.guardian) > MAX_LENGTH.name) return { code: 'TOO_LONG', values: { max: MAX_LENGTH.name } }
  return isSignedNow(question, signature) ? null : { code: 'TEXT_CHANGED' }
}

function wrongYear(answer: string): FieldError | null {
  const isYear = /^\d{4}$/.test(answer) && Number(answer) >= FIRST_YEAR && Number(answer) <= LAST_YEAR
  return isYear ? null : { code: 'NOT_A_YEAR' }
}

function wrongContact(answer: string): FieldError | null {
  const digits = latinDigits(answer).replace(/\D/g, '').length
  return digits >= MIN_PHONE_DIGITS ? null : { code: 'NO_PHONE_NUMBER', values: { min: MIN_PHONE_DIGITS } }
}
