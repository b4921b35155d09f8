import { startYear } from '../../contract/questions/categories.ts'
import {
  type AnswerField,
  type Answers,
  answerField,
  cleanAnswer,
  isDue,
  type Question,
  questionsOf,
  signatureOf,
  signatureText,
  staffFieldsOf,
  staffValueField,
  wrongAnswers,
} from '../../contract/questions/questions.ts'
import { normaliseLine } from '../../contract/text/plain-text.ts'
import { type FieldSentences, toSentences } from './field-errors.ts'
import { questionLabel } from './question-texts.ts'

/** What forms need of a marathon. */
type Asking = { questions: string; staffFields: string; startDate: string; timeZone: string }

/** The values of a form's questions: '' where the entry has no answer. */
export function answerValues(questions: readonly Question[], entry: Answers = {}): Record<AnswerField, string> {
  return Object.fromEntries(questions.map(({ id }) => answerField(id)).map((field) => [field, entry[field] ?? '']))
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
 */
export function answerErrors(
  marathon: Asking,
  answers: Answers,
  changes: object | null = null,
  questions = questionsOf(marathon),
): FieldSentences {
  const all = questionsOf(marathon)
  const due = new Set(
    questions.filter((question) => isDue(question, all, answers, changes)).map(({ id }) => answerField(id)),
  )
  const wrong = Object.entries(wrongAnswers(all, answers, startYear(marathon)))
  return toSentences(
    Object.fromEntries(wrong.filter(([field]) => due.has(field as AnswerField))),
    answerLabels(marathon),
  )
}

/** The labels of a marathon's questions and fields of staff, by field. */
export function answerLabels(marathon: Pick<Asking, 'questions' | 'staffFields'>): Record<string, string> {
  const asked = questionsOf(marathon).map((question) => [answerField(question.id), questionLabel(question)])
  const noted = staffFieldsOf(marathon).map(({ id, label }) => [staffValueField(id), label])
  return Object.fromEntries([...asked, ...noted])
}
