import { isKnownKind, type StaffField } from '../../../contract/questions/questions.ts'
import { splitsOf } from '../../../contract/results/recording.ts'
import * as texts from '../../texts/compiled/asked.js'
import { questionLabel } from '../../texts/question-words.ts'
import { PRESETS } from './asked-words.ts'
import type { AskedField } from './stored-asked.ts'
import { typedCategories } from './typed-categories.ts'
import { type TypedQuestion, typedQuestions } from './typed-questions.ts'

/** What is typed in an editor is called, part by part, in its order. */
export function typedNames(field: AskedField, value: string): string[] {
  if (field === 'questions') return typedQuestions(value).map(typedLabel)
  if (field === 'categories') {
    const { choice, bands } = typedCategories(value)
    if (choice === 'none') return []
    return choice === 'own'
      ? bands.map(({ name }, index) => name.trim() || texts.bandNumber({ n: index + 1 }))
      : [PRESETS[choice]()]
  }
  if (field === 'splits') {
    return splitsOf({ splits: value }).map((name, index) => name.trim() || texts.splitNumber({ n: index + 1 }))
  }
  return typedFields(value).map(({ label }, index) => label.trim() || texts.fieldNumber({ n: index + 1 }))
}

/** What a typed question is called. One of the organiser's own may have no wording yet. */
export function typedLabel({ label, kind }: TypedQuestion, index: number): string {
  const isNamed = isKnownKind(kind)
  return label.trim() || (isNamed ? questionLabel({ label: '', kind }) : texts.questionNumber({ n: index + 1 }))
}

/** The fields of staff of a form's value. */
export function typedFields(value: string): StaffField[] {
  return value === '' ? [] : (JSON.parse(value) as StaffField[])
}
