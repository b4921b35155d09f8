import type { OwnField } from '../../../contract/questions/answer-columns.ts'
import { categoriesOf } from '../../../contract/questions/categories.ts'
import {
  type Answers,
  answerField,
  questionsOf,
  staffFieldsOf,
  staffValueField,
} from '../../../contract/questions/questions.ts'
import { bandLabel, shownAnswer } from '../../forms/question-texts.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { category } from '../../texts/compiled/entrants.js'
import { removed } from '../../texts/compiled/questions.js'
import { questionLabel } from '../../texts/question-words.ts'

/** A marathon's own column, as dialogs and paper have it: `label` and `shown` are in the reader's language. */
export interface OwnChoice {
  field: OwnField
  label: string
  shown: (entry: Answers) => string
  /** Is it in a file unless somebody leaves it out? What is for an emergency or an insurer is taken along on purpose. */
  isUsual: boolean
}

/**
 * The columns that a marathon has of its own: its questions, its category, its fields of staff, and the questions that
 * are gone and have answers.
 */
export function ownChoices(marathon: MarathonView, gone: readonly OwnField[]): OwnChoice[] {
  const asked = questionsOf(marathon).map((question): OwnChoice => {
    const field = answerField(question.id)
    return {
      field,
      label: questionLabel(question),
      shown: (entry) => shownAnswer(question, entry[field] ?? ''),
      isUsual: question.kind !== 'emergency' && question.kind !== 'waiver',
    }
  })
  const categoryOf = categoriesOf(marathon)
  const shownCategory = (entry: Answers) => {
    const band = categoryOf(entry)
    return band ? bandLabel(band) : ''
  }
  const noted = staffFieldsOf(marathon).map(({ id, label }): OwnChoice => {
    const field = staffValueField(id)
    return { field, label, shown: (entry) => entry[field] ?? '', isUsual: true }
  })
  const past = gone.flatMap((field, index): OwnChoice[] => {
    if (field === 'category') return []
    const label = gone.length === 1 ? removed() : `${removed()} ${index + 1}`
    return [{ field, label, shown: (entry) => shownAnswer(undefined, entry[field] ?? ''), isUsual: false }]
  })
  const banded: OwnChoice[] =
    marathon.categories === '' ? [] : [{ field: 'category', label: category(), shown: shownCategory, isUsual: true }]
  return [...asked, ...banded, ...noted, ...past]
}
