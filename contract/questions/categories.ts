import { dayIn } from '../time/dates.ts'
import { type Answers, ageOf, answerField, type Question, questionsOf, SEXES } from './questions.ts'

// Categories are bands over the year of birth and the sex. They are computed, never stored.

/** Bands of 5 or 10 years, or juniors, seniors and masters; each for women, men and X alone. */
export const CATEGORY_PRESETS = ['ten', 'five', 'masters'] as const
type Preset = (typeof CATEGORY_PRESETS)[number]
/** `` stands for any sex, also one that nobody said. */
export const BAND_SEXES = ['', 'F', 'M', 'X'] as const
/** Most own bands, and the greatest age of one. */
export const MAX_BANDS = 60
export const MAX_AGE = 120

/** A category: from one age to another, both included; `to` null has no end. A band of a preset has no name. */
export interface Band {
  name: string
  sex: (typeof BAND_SEXES)[number]
  from: number
  to: number | null
}
/** What the column `categories` of a marathon has. '' stands for none. */
export type Categories = { preset: Preset } | { bands: Band[] }

/** The first ages of the bands of a preset, behind the youngest. Masters start at 35 (World Athletics, rule C1.1). */
const STARTS: Record<Preset, number[]> = {
  ten: [20, 30, 40, 50, 60, 70, 80],
  five: [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85],
  masters: [20, 35],
}

/** The bands of a marathon, in the order of lists; none without categories. */
export function bandsOf({ categories }: { categories: string }): Band[] {
  if (categories === '') return []
  const known = JSON.parse(categories) as Categories
  if ('bands' in known) return known.bands
  const starts = [0, ...STARTS[known.preset]]
  const ages = starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Number.NaN) - 1 }))
  return BAND_SEXES.filter((sex) => sex !== '').flatMap((sex) =>
    ages.map(({ from, to }) => ({ name: '', sex, from, to: Number.isNaN(to) ? null : to })),
  )
}

/** The name of a band in files: its own, or `F30-39`, `F-19`, `F80+`. */
export function bandCode({ name, sex, from, to }: Band): string {
  if (name !== '') return name
  if (to === null) return `${sex}${from}+`
  return from === 0 ? `${sex}-${to}` : `${sex}${from}-${to}`
}

/** What decides about categories at a marathon. */
interface Asked {
  questions: string
  categories: string
  startDate: string
  timeZone: string
}

/**
 * Makes the function that says which band an entry is in; null for none: the entry has no answer, or the phone does not
 * see it. An entry is in one band at most, because bands do not overlap.
 */
export function categoriesOf(marathon: Asked): (entry: Answers) => Band | null {
  const bands = bandsOf(marathon)
  if (bands.length === 0) return () => null
  const questions = questionsOf(marathon)
  const year = startYear(marathon)
  return (entry) => {
    const age = ageOf(questions, entry, year)
    if (age === null) return null
    const sex = sexOf(questions, entry)
    return bands.find((band) => isIn(band, age, sex)) ?? null
  }
}

/** The year of the start, where the marathon is. */
export function startYear({ startDate, timeZone }: Pick<Asked, 'startDate' | 'timeZone'>): number {
  return Number(dayIn(timeZone, startDate).slice(0, 4))
}

/** What an entry answered to the question of the sex; '' for no such question, and no answer. */
export function sexOf(questions: readonly Question[], entry: Answers): string {
  const asked = questions.find(({ kind }) => kind === 'sex')
  const answer = asked ? (entry[answerField(asked.id)] ?? '') : ''
  return SEXES.some((sex) => sex === answer) ? answer : ''
}

function isIn(band: Band, age: number, sex: string): boolean {
  return (band.sex === '' || band.sex === sex) && age >= band.from && (band.to === null || age <= band.to)
}

/** Two bands that somebody could be in both; null where there are none. */
export function overlapping(bands: readonly Pick<Band, 'name' | 'sex' | 'from' | 'to'>[]): [string, string] | null {
  for (const [index, a] of bands.entries()) {
    const b = bands.slice(index + 1).find((other) => {
      const isSameSex = a.sex === '' || other.sex === '' || a.sex === other.sex
      return isSameSex && a.from <= (other.to ?? MAX_AGE) && other.from <= (a.to ?? MAX_AGE)
    })
    if (b) return [a.name, b.name]
  }
  return null
}

/** The band of a code, for its label. A code that is none of a preset is the band's own name. */
export function bandOfCode(code: string): Band {
  const [, sex = '', lowest, first, last] = /^([FMX])(?:-(\d+)|(\d+)(?:-(\d+)|\+))$/.exec(code) ?? []
  if (sex === '') return { name: code, sex: '', from: 0, to: null }
  const from = lowest === undefined ? Number(first) : 0
  const to = lowest ?? last
  return { name: '', sex: sex as Band['sex'], from, to: to === undefined ? null : Number(to) }
}
