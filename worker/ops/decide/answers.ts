import type { FieldErrors } from '../../../contract/field-errors.ts'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { startYear } from '../../../contract/questions/categories.ts'
import {
  type AnswerField,
  answerField,
  answersOf,
  cleanAnswer,
  isAnswer,
  isDue,
  MAX_ANSWERS,
  MAX_QUESTIONS,
  MAX_STAFF_FIELDS,
  questionIdOf,
  questionsOf,
  signatureOf,
  signatureText,
  staffFieldsOf,
  staffValueField,
  wrongAnswers,
} from '../../../contract/questions/questions.ts'
import type { Fields } from '../../../contract/sync.ts'
import { cut, normaliseLine } from '../../../contract/text/plain-text.ts'
import type { ApplicationRow, MarathonRow } from '../../db/client.ts'
import { type Actor, credible } from './decision.ts'

// What is decided about the answers of an op.

/** The patch with its answers as the server stores them. Who signed a waiver, and when, the server says. */
export function tidyAnswers<Patch extends Fields>(
  patch: Patch,
  marathon: MarathonRow | undefined,
  { name }: Actor,
  now: number,
): Patch {
  if (!Object.keys(patch).some(isAnswer)) return patch
  const kinds = new Map((marathon ? questionsOf(marathon) : []).map(({ id, kind }) => [id, kind]))
  const tidied: Fields = { ...patch }
  for (const [field, answer] of Object.entries(patch)) {
    const id = questionIdOf(field)
    if (id === null || typeof answer !== 'string') continue
    // Also where nobody asks for it now: the waiver may be asked later, and the answer would count then.
    const signature = signatureOf(answer)
    const guardian = normaliseLine(signature?.guardian ?? '')
    tidied[field] = signature
      ? signatureText({
          ...signature,
          at: credible(signature.at, now),
          by: cut(normaliseLine(name), MAX_LENGTH.name),
          guardian,
        })
      : cleanAnswer(answer, kinds.get(id))
  }
  return tidied as Patch
}

/** The values of a row that a patch with answers is merged into, and is compared with: an answer that is not there is ''. */
export function currentOf(row: ApplicationRow, patch: Fields): Fields {
  const answers = answersOf(row)
  const asked = Object.keys(patch).filter(isAnswer)
  return { ...row, ...Object.fromEntries(asked.map((field) => [field, answers[field] ?? ''])) }
}

/** The base of a patch with answers: a phone sends none of an answer that it saw empty. */
export function baseOf(base: Fields | null, patch: Fields): Fields | null {
  if (base === null) return null
  const unseen = Object.keys(patch).filter((field) => isAnswer(field) && base[field] == null)
  return unseen.length === 0 ? base : { ...base, ...Object.fromEntries(unseen.map((field) => [field, ''])) }
}

/**
 * What is wrong with the answers of an entry after an op, by field; null if nothing is. Answers to questions that are gone
 * are kept as they are, but not without end. What is asked now, or staff note, has room beside them: no runner keeps staff
 * from a note or a signature.
 * @param changes what the op changes; null for a new entry, of which every required question is answered
 * @param mayLack may an answer be missing or be taken back? Staff may leave it for later.
 */
export function refuseAnswers(
  marathon: Pick<MarathonRow, 'questions' | 'startDate' | 'timeZone'>,
  row: Pick<ApplicationRow, 'answers' | 'staffAnswers'>,
  changes: Fields | null,
  mayLack = false,
): FieldErrors | null {
  const answers = answersOf(row)
  const questions = questionsOf(marathon)
  const asked = new Set<string>(questions.map(({ id }) => answerField(id)))
  const isUnasked = Object.keys(changes ?? answers).some((field) => field.startsWith('answers.') && !asked.has(field))
  const most = isUnasked ? MAX_ANSWERS : MAX_ANSWERS + MAX_QUESTIONS + MAX_STAFF_FIELDS
  if (Object.keys(answers).length > most) return { answers: { code: 'AT_MOST', values: { max: MAX_ANSWERS } } }
  if (questions.length === 0) return null
  const wrong = wrongAnswers(questions, answers, startYear(marathon))
  const due = questions
    .filter((question) => isDue(question, questions, answers, changes))
    .map(({ id }) => answerField(id))
  const found = due.flatMap((field) => {
    const error = wrong[field]
    return error && !(mayLack && (answers[field] ?? '') === '') ? [[field, error] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** May a desk set this field of an entry? It sees the question; of an entry with account only a waiver is signed there. */
export function mayDeskAnswer(field: string, hasAccount: boolean, marathon: MarathonRow | undefined): boolean {
  const asked = marathon ? questionsOf(marathon).find(({ id }) => answerField(id) === field) : undefined
  return asked?.staffSees === true && (!hasAccount || asked.kind === 'waiver')
}

/** The fields of an entry's answers that the runner sees: those of questions, and of staff where the marathon shows them. */
export function shownAnswers(fields: readonly string[], marathon: MarathonRow | undefined): AnswerField[] {
  const shown = (marathon ? staffFieldsOf(marathon) : []).filter(({ isShown }) => isShown)
  const names = new Set<string>(shown.map(({ id }) => staffValueField(id)))
  return fields.filter(
    (field): field is AnswerField => isAnswer(field) && (field.startsWith('answers.') || names.has(field)),
  )
}

/**
 * What is wrong with new questions and fields of staff, by field; null if nothing is. The kind of a question is fixed,
 * because there are answers to it, and so is who sees a field of staff: phones have got its values, or have not.
 */
export function refuseChangedKinds(before: MarathonRow, after: MarathonRow): FieldErrors | null {
  const kinds = new Map(questionsOf(before).map(({ id, kind }) => [id, kind]))
  if (questionsOf(after).some(({ id, kind }) => kinds.has(id) && kinds.get(id) !== kind)) {
    return { questions: { code: 'FIXED' } }
  }
  const shown = new Map(staffFieldsOf(before).map(({ id, isShown }) => [id, isShown]))
  const isChanged = staffFieldsOf(after).some(({ id, isShown }) => shown.has(id) && shown.get(id) !== isShown)
  return isChanged ? { staffFields: { code: 'FIXED' } } : null
}

/** The questions whose answers gate, desk and timer see, as one text to compare. */
export function seenByStaff(marathon: Pick<MarathonRow, 'questions'>): string {
  return questionsOf(marathon)
    .filter(({ staffSees }) => staffSees)
    .map(({ id }) => id)
    .sort()
    .join()
}
