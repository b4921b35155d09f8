import { type Question, type QuestionKind, SEXES, type Sex } from '../../contract/questions/questions.ts'
import * as texts from './compiled/questions.js'

/** The names of the kinds that need no wording of the organiser. */
const NAMES: Partial<Record<QuestionKind, () => string>> = {
  birthYear: texts.birthYear,
  sex: texts.sex,
  club: texts.club,
  emergency: texts.emergency,
}
/** The words of a sex. */
export const SEX_TEXTS: Record<Sex, () => string> = {
  F: texts.female,
  M: texts.male,
  X: texts.other,
  N: texts.notSaid,
}

/** What a question asks: the organiser's wording, or the name of its kind. */
export function questionLabel({ label, kind }: Pick<Question, 'label' | 'kind'>): string {
  return label || NAMES[kind]?.() || texts.removed()
}

/** An answer in words: what was typed, or what its code stands for. */
export function answerWords(question: Pick<Question, 'kind'> | undefined, answer: string): string {
  if (answer === 'yes' && question?.kind === 'yesNo') return texts.yes()
  if (answer === 'no' && question?.kind === 'yesNo') return texts.no()
  if (question?.kind === 'sex') return SEXES.some((sex) => sex === answer) ? SEX_TEXTS[answer as Sex]() : answer
  return answer
}
