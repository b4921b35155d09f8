import type { FieldSentences } from '../field-errors.ts'
import { storedCategories } from './typed-categories.ts'
import { storedQuestions } from './typed-questions.ts'

/** The fields of a marathon that this folder edits: what is asked, and what else is a list of the organiser's own. */
export const ASKED_FIELDS = ['questions', 'categories', 'staffFields', 'splits'] as const
export type AskedField = (typeof ASKED_FIELDS)[number]

/**
 * What is sent of a typed value.
 * @param before the value that the marathon has, or the one that it copies
 */
export function storedAsked(field: AskedField, value: string, before: string): string {
  if (field === 'questions') return storedQuestions(value, before)
  return field === 'categories' ? storedCategories(value) : value
}

/** Is it one of these fields? */
export function isAskedField(field: string): field is AskedField {
  return ASKED_FIELDS.some((asked) => asked === field)
}

/** What an editor gets. */
export interface EditorProps {
  value: string
  onChange: (value: string) => void
  /** The value that the marathon has, or that of the one which it copies; '' for none. */
  before: string
  /** What is wrong with the value, by the place: `questions.0.label`. */
  errors: FieldSentences
  /** The day of the start as it is typed; '' for none. */
  day: string
}
