import { startYear } from '../../contract/questions/categories.ts'
import {
  type AnswerField,
  type Answers,
  answerField,
  cleanAnswer,
  type Question,
  questionsOf,
  refusedAnswers,
  signatureOf,
  signatureText,
} from '../../contract/questions/questions.ts'
import { normaliseLine } from '../../contract/text/plain-text.ts'
import { type FieldSentences, toSentences } from './field-errors.ts'
import { type Asked, answerLabels } from './labels.ts'

/** What forms need of a marathon. */
export type Asking = Asked & { startDate: string; timeZone: string }

/** The values of a form's questions: '' where the entry has no answer. */
export function answerValues(questions: readonly Question[], entry: Answers = {}): Record<AnswerField, string> {
  return Object.fromEntries(questions.map(({ id }) => answerField(id)).map((field) => [field, entry[field] ?? '']))
}

/**
 * What a form of an entry changes, as it is stored. Only changed fields are checked, so that an old value that breaks a
 * newer rule does not block the form.
 */
export function changedFields<Values extends Record<string, string> & Answers>(
  initial: Values,
  questions: readonly Question[],
  values: Values,
) {
  return Object.fromEntries(
    Object.entries({ ...values, ...cleanAnswers(questions, values) })
      .filter(([name, value]) => value !== initial[name as keyof Values])
      .map(([name, value]) => [name, name === 'hidesName' ? value === 'true' : value]),
  )
}

/** The answers among the values of a form, as they are stored. */
export function cleanAnswers(questions: readonly Question[], values: Answers): Record<AnswerField, string> {
  return Object.fromEntries(
    questions.map(({ id, kind }) => {
      const typed = values[answerField(id)] ?? ''
      const signature = kind === 'waiver' ? signatureOf(typed) : null
      const answer = signature
        ? signatureText({ ...signature, guardian: normaliseLine(signature.guardian) })
        : cleanAnswer(typed, kind)
      return [answerField(id), answer] as const
    }),
  )
}

/**
 * What is wrong with the answers of a form.
 * @param changes the fields that are changed; null for a new entry
 * @param isOfStaff may a required answer be missing? Staff may leave it for later
 */
export function answerErrors(
  marathon: Asking,
  answers: Answers,
  changes: object | null = null,
  isOfStaff = false,
): FieldSentences {
  const refused = refusedAnswers(questionsOf(marathon), answers, startYear(marathon), changes, isOfStaff)
  return toSentences(refused, answerLabels(marathon))
}
