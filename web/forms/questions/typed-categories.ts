import {
  BAND_SEXES,
  type Band,
  type CATEGORY_PRESETS,
  type Categories,
  overlapping,
} from '../../../contract/questions/categories.ts'
import { normaliseLine } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/asked.js'
import { newQuestionId, typedAge, typedQuestions } from './typed-questions.ts'

/** A band while it is typed. */
export interface TypedBand extends Pick<Band, 'name' | 'sex'> {
  id: string
  from: string
  to: string
}

/** Categories while they are chosen and typed. Own bands stay while another choice is looked at. */
export interface TypedCategories {
  choice: 'none' | (typeof CATEGORY_PRESETS)[number] | 'own'
  bands: TypedBand[]
}

/** The categories of a form's value, typed or stored. */
export function typedCategories(value: string): TypedCategories {
  if (value === '') return { choice: 'none', bands: [] }
  const known = JSON.parse(value) as TypedCategories | Categories
  if ('choice' in known) return known
  if ('preset' in known) return { choice: known.preset, bands: [] }
  return {
    choice: 'own',
    bands: known.bands.map(({ from, to, ...band }, index) => ({
      ...band,
      id: String(index),
      from: String(from),
      to: String(to ?? ''),
    })),
  }
}

/** What is sent of typed categories. */
export function storedCategories(value: string): string {
  const { choice, bands } = typedCategories(value)
  if (choice === 'none' || (choice === 'own' && bands.length === 0)) return ''
  if (choice !== 'own') return JSON.stringify({ preset: choice })
  return JSON.stringify({
    bands: bands.map(({ name, sex, from, to }) => ({ name, sex, from: typedAge(from), to: typedAge(to) })),
  })
}

/** A band behind the last one: it begins where that ends. */
export function nextBand(bands: readonly TypedBand[]): TypedBand {
  const last = bands.at(-1)
  const end = typedAge(last?.to ?? '')
  return {
    id: newQuestionId(),
    name: '',
    sex: last?.sex ?? BAND_SEXES[0],
    from: typeof end === 'number' ? String(end + 1) : '',
    to: '',
  }
}

/** What of two bands cannot be: one name, or a runner in both. '' if nothing is wrong. */
export function bandProblem(bands: readonly TypedBand[]): string {
  const names = bands.map(({ name }) => normaliseLine(name)).filter((name) => name !== '')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return texts.sameName({ name: twice })
  const whole = bands.flatMap(({ name, sex, from, to }, index) => {
    const [first, last] = [typedAge(from), typedAge(to)]
    if (typeof first !== 'number' || typeof last === 'string') return []
    return [{ name: normaliseLine(name) || texts.bandNumber({ n: index + 1 }), sex, from: first, to: last }]
  })
  const two = overlapping(whole)
  return two ? texts.overlap({ first: two[0], second: two[1] }) : ''
}

/** The questions that categories need and that nobody asks. */
export function missingQuestions(categories: string, questions: string): ('birthYear' | 'sex')[] {
  const { choice, bands } = typedCategories(categories)
  if (choice === 'none' || (choice === 'own' && bands.length === 0)) return []
  const asked = typedQuestions(questions)
  const isOfAnySex = choice === 'own' && bands.every(({ sex }) => sex === '')
  const needed = isOfAnySex ? (['birthYear'] as const) : (['birthYear', 'sex'] as const)
  return needed.filter((kind) => !asked.some((question) => question.kind === kind))
}
