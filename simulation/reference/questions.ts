import type { RefMarathon } from './rows.ts'
import { believed, signatureIn, tidy } from './values.ts'

// What a marathon asks, and what an entry answers. Each answer is a field of its own.

/** A question, or a field of staff, as a marathon has it. */
export interface RefQuestion {
  id: string
  kind: string
  isRequired: boolean
  staffSees: boolean
  isShown?: boolean
  options?: string[]
  text?: string
  version?: number
  earlier?: string[]
  asksFrom?: number
}

/** The list that the JSON of a marathon is. */
export function listOf(json: unknown): RefQuestion[] {
  return json ? (JSON.parse(String(json)) as RefQuestion[]) : []
}

export const isAnswer = (field: string) => /^(answers|staff)\./.test(field)

/** The answers among these fields, and the other fields. */
export function parted(fields: Record<string, unknown>) {
  const entries = Object.entries(fields)
  const [answers, others] = [true, false].map((is) =>
    Object.fromEntries(entries.filter(([name]) => isAnswer(name) === is)),
  )
  return { answers: answers ?? {}, others: others ?? {} }
}

/** The answers in a row of the database, as fields. */
export function answersIn({ answers, staffAnswers }: Record<string, unknown>): Record<string, unknown> {
  const fields = (json: unknown, prefix: string) =>
    Object.entries(json ? (JSON.parse(String(json)) as object) : {}).map(([id, answer]) => [`${prefix}.${id}`, answer])
  return Object.fromEntries([...fields(answers, 'answers'), ...fields(staffAnswers, 'staff')])
}

/**
 * The answers as the server stores them: who signed a waiver, and when, the server says. A guardian who is added later
 * changes neither.
 * @param current the fields of the entry so far
 */
export function stored(
  answers: Record<string, unknown>,
  uid: string,
  at: string,
  current: Record<string, unknown> = {},
): Record<string, unknown> {
  const one = ([field, answer]: [string, unknown]) => {
    // A desk's phone that has forgotten an answer sends null, which is none.
    const text = String(tidy(answer ?? ''))
    const signed = signatureIn(text)
    if (!signed) return [field, text]
    const { version, at: then, guardian } = signed
    const before = signatureIn(current[field])
    const isSame = before?.version === version && (before?.at === then || before?.at === believed(then, at))
    const [time, by] = isSame ? [before?.at, before?.by] : [believed(then, at), `Name of ${uid}`]
    return [field, JSON.stringify({ version, at: time, by, guardian })]
  }
  return Object.fromEntries(Object.entries(answers).map(one))
}

/** The questions after an update: each changed text of a waiver gets the next number, and the one before is kept. */
export function numbered(before: unknown, after: unknown): string {
  const list = listOf(after).map((question) => {
    const known = listOf(before).find(({ id }) => id === question.id)
    if (question.kind !== 'waiver' || !known) return question
    const { version = 1, earlier = [], asksFrom = 1, text = '' } = known
    const isNew = question.text !== text
    const next = isNew ? version + 1 : version
    const from = (question.asksFrom ?? 1) > asksFrom ? next : asksFrom
    const texts = isNew ? [...earlier, text] : earlier
    const { earlier: _earlier, asksFrom: _from, ...rest } = question
    return {
      ...rest,
      version: next,
      ...(texts.length > 0 ? { earlier: texts } : {}),
      ...(from > 1 ? { asksFrom: from } : {}),
    }
  })
  const sorted = (one: object) => Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  return list.length === 0 ? '' : JSON.stringify(list.map(sorted))
}

/** Has a waiver more texts than the server keeps? */
export const hasTooMany = (questions: unknown) => listOf(questions).some(({ earlier = [] }) => earlier.length > 9)

/**
 * Is one of the answers of an entry wrong?
 * @param changed the answers that are looked at; all of them where it is left out
 * @param isOfStaff what staff enter is taken as it is: the runner is gone when a rejection would come. A text that the waiver
 *   never had nobody can have signed
 */
export function isWrong(
  marathon: RefMarathon | undefined,
  fields: Record<string, unknown>,
  { changed, isOfStaff = false }: { changed?: Record<string, unknown>; isOfStaff?: boolean } = {},
): boolean {
  return listOf(marathon?.fields.questions).some(
    ({ id, kind, isRequired, options = [], version = 1, asksFrom = 1 }) => {
      const field = `answers.${id}`
      if (changed && !(field in changed)) return false
      const answer = String(fields[field] ?? '')
      const signed = Number(signatureIn(answer)?.version)
      if (isOfStaff) return signed < 1 || signed > version
      if (answer === '') return isRequired
      if (kind === 'choice') return !options.includes(answer)
      return kind === 'waiver' && !(signed >= asksFrom && signed <= version)
    },
  )
}

/** What staff enter, where a signature that counts stays if theirs does not count, or names no guardian any more. */
export function withoutWorse(
  marathon: RefMarathon | undefined,
  answers: Record<string, unknown>,
  current: Record<string, unknown>,
): Record<string, unknown> {
  const kept = listOf(marathon?.fields.questions).flatMap(({ id, version = 1, asksFrom = 1 }) => {
    const field = `answers.${id}`
    const [before, sent] = [signatureIn(current[field]), signatureIn(answers[field])]
    const counts = (one: Record<string, unknown> | null) =>
      Number(one?.version) >= asksFrom && Number(one?.version) <= version
    const isWorse = sent && counts(before) && (!counts(sent) || (before?.guardian && !sent.guardian))
    return isWorse ? [[field, current[field]]] : []
  })
  return { ...answers, ...Object.fromEntries(kept) }
}

/** May a desk answer this? It sees the question. A waiver is signed there, and other answers are those of walk-ins. */
export function mayDeskAnswer(
  marathon: RefMarathon | undefined,
  field: string,
  answer: unknown,
  hasAccount: boolean,
): boolean {
  const asked = listOf(marathon?.fields.questions).find(({ id }) => `answers.${id}` === field)
  if (!asked?.staffSees) return false
  return asked.kind === 'waiver' ? signatureIn(answer) !== null : !hasAccount
}

/** Which of these fields are answers that the runner sees: those to questions, and of staff what is shown. */
export function shownOf(marathon: RefMarathon | undefined, fields: string[]): string[] {
  const shown = listOf(marathon?.fields.staffFields).flatMap(({ id, isShown }) => (isShown ? [`staff.${id}`] : []))
  return fields.filter((field) => field.startsWith('answers.') || shown.includes(field))
}

/** What a runner brings to another marathon that asks the same: no signature, and nothing that would be wrong there. */
export function broughtTo(target: RefMarathon, fields: Record<string, unknown>): Record<string, unknown> {
  const asked = listOf(target.fields.questions).filter(({ kind }) => kind !== 'waiver')
  const answers = asked.map(({ id }) => [`answers.${id}`, fields[`answers.${id}`] ?? ''] as const)
  return Object.fromEntries(
    answers.filter(([field, answer]) => !isWrong(target, { [field]: answer }, { changed: { [field]: '' } })),
  )
}
