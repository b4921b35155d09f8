import { startYear } from '../../../contract/questions/categories.ts'
import { type Answers, owedAnswers, questionsOf } from '../../../contract/questions/questions.ts'
import { type FieldSentences, toSentences } from '../../forms/field-errors.ts'
import { answerLabels } from '../../forms/labels.ts'

type Asking = { questions: string; staffFields: string; startDate: string; timeZone: string }

/** What an entry must still answer, or sign again, as sentences by field. */
export function owedSentences(entry: Answers, marathon: Asking): FieldSentences {
  if (marathon.questions === '') return {}
  return toSentences(owedAnswers(questionsOf(marathon), entry, startYear(marathon)), answerLabels(marathon))
}
