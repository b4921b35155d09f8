import {
  answerField,
  isAnswer,
  questionsOf,
  staffFieldsOf,
  staffValueField,
} from '../../contract/questions/questions.ts'
import * as parts from '../texts/compiled/asked.js'
import * as labels from '../texts/compiled/labels.js'
import { removed } from '../texts/compiled/questions.js'
import { questionLabel } from '../texts/question-words.ts'

// The catalogue is keyed by the names of the fields. Beside them it has what errors name, which is no field of a form:
// an account or an event with the most rows that it may have, or the id of an edit.
const LABELS: Record<string, (() => string) | undefined> = { ...labels }

/** What a marathon asks; nothing where this phone does not know it. */
export interface Asked {
  questions: string
  staffFields: string
}
const NOTHING: Asked = { questions: '', staffFields: '' }

/**
 * The label of a field; the field's own name if it has none. An edit may have a field with the name `constructor`.
 * @param asked by the marathon of the field, if it may be that of an answer
 */
export function labelOf(field: string, asked?: Asked): string {
  if (isAnswer(field)) return answerLabels(asked)[field] ?? removed()
  return Object.hasOwn(LABELS, field) ? (LABELS[field]?.() ?? field) : partLabel(field)
}

/** The label of a part of a field: that of `questions.0.label` is “Wording of question 1”. */
function partLabel(path: string): string {
  const [, field = '', index, part = ''] =
    /^(questions|categories\.bands|staffFields|splits)(?:\.(\d+)(?:\.(\w+))?)?/.exec(path) ?? []
  const n = Number(index) + 1
  if (field === '') return path
  if (index === undefined) return labelOf(field.split('.')[0] ?? field)
  if (field === 'questions') return parts.ofQuestion({ part, n })
  if (field === 'splits') return parts.ofSplit({ n })
  return field === 'staffFields' ? parts.ofField({ n }) : parts.ofBand({ part, n })
}

/** The labels of a marathon's questions and fields of staff, by field. */
export function answerLabels(asked = NOTHING): Record<string, string> {
  const questions = questionsOf(asked).map((question) => [answerField(question.id), questionLabel(question)])
  const noted = staffFieldsOf(asked).map(({ id, label }) => [staffValueField(id), label])
  return Object.fromEntries([...questions, ...noted])
}
