import type { RefMarathon } from './rows.ts'
import { believed, tidy } from './values.ts'

// What a marathon asks, and what an entry answers. Each answer is a field of its own.

/** A question, or a field of staff, as a marathon has it. */
export interface RefQuestion {
  id: string
  kind: string
  isRequired: boolean
  staffSees: boolean
  isShown?: boolean
  options?: string[]
  version?: number
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

/** The answers as the server stores them: who signed a waiver, and when, the server says. */
export function stored(answers: Record<string, unknown>, uid: string, at: string): Record<string, unknown> {
  const one = (answer: unknown) => {
    const text = String(tidy(answer))
    if (!text.startsWith('{')) return text
    const { version, at: then, guardian } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify({ version, at: believed(then, at), by: `Name of ${uid}`, guardian })
  }
  return Object.fromEntries(Object.entries(answers).map(([field, answer]) => [field, one(answer)]))
}

/**
 * Is one of the answers of an entry wrong?
 * @param changed the answers that are looked at; all of them where it is left out
 * @param mayLack may a required answer be missing?
 */
export function isWrong(
  marathon: RefMarathon | undefined,
  fields: Record<string, unknown>,
  { changed, mayLack = false }: { changed?: Record<string, unknown>; mayLack?: boolean } = {},
): boolean {
  return listOf(marathon?.fields.questions).some(({ id, kind, isRequired, options = [], version }) => {
    const field = `answers.${id}`
    if (changed && !(field in changed)) return false
    const answer = String(fields[field] ?? '')
    if (answer === '') return isRequired && !mayLack
    if (kind === 'choice') return !options.includes(answer)
    return kind === 'waiver' && !answer.startsWith(`{"version":${version},`)
  })
}

/** May a desk answer this? It sees the question; of an entry with account only a waiver is signed there. */
export function mayDeskAnswer(marathon: RefMarathon | undefined, field: string, hasAccount: boolean): boolean {
  const asked = listOf(marathon?.fields.questions).find(({ id }) => `answers.${id}` === field)
  return asked?.staffSees === true && (!hasAccount || asked.kind === 'waiver')
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
