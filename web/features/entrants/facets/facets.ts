import { bandCode, bandsOf, categoriesOf } from '../../../../contract/questions/categories.ts'
import {
  type Answers,
  answerField,
  isSignedNow,
  type Question,
  questionsOf,
  signatureOf,
  staffFieldsOf,
  staffValueField,
} from '../../../../contract/questions/questions.ts'
import { bandLabel, shownAnswer } from '../../../forms/question-texts.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { questionLabel } from '../../../texts/question-words.ts'

// What entrants can be narrowed by, beside the filters that every marathon has: categories, answers, fields of staff.

/** What an entrant is in one facet; '' for none of its values. */
type Value = string
/** A choice in a facet: one value, or one of these two. */
export const FILLED = 'filled'
export const EMPTY = 'empty'
const IS = 'is:'
/** The value of a text is a choice of its own only where there are so few: a filter of 500 notes helps nobody. */
const MOST_VALUES = 20

/** Something by which entrants can be narrowed. */
export interface Facet {
  key: string
  label: string
  valueIn: (entrant: Answers) => Value
  /** What a value is called; in their order, where the values are known before. */
  labels: ReadonlyMap<Value, string> | null
  /** What having none is called. */
  emptyLabel: string
}

/** What is chosen in facets, by their keys. */
export type Chosen = Readonly<Record<string, string>>

/** The facets of a marathon; none where it asks nothing. What they rest on is read once, not for each entrant. */
export function facetsOf(marathon: MarathonView): Facet[] {
  const questions = questionsOf(marathon)
  const required = questions.filter(({ isRequired }) => isRequired).map(({ id }) => answerField(id))
  const missing: Facet = {
    key: 'missing',
    label: texts.requiredAnswers(),
    valueIn: (entrant) => (required.some((field) => (entrant[field] ?? '') === '') ? '' : 'complete'),
    labels: new Map([['complete', texts.complete()]]),
    emptyLabel: texts.incomplete(),
  }
  const noted = staffFieldsOf(marathon).map(({ id, label }): Facet => {
    const field = staffValueField(id)
    return {
      key: field,
      label,
      valueIn: (entrant) => entrant[field] ?? '',
      labels: null,
      emptyLabel: texts.leftEmpty(),
    }
  })
  return [
    ...(marathon.categories === '' ? [] : [categoryFacet(marathon)]),
    ...(required.length > 0 ? [missing] : []),
    ...questions.flatMap((question) => questionFacet(question) ?? []),
    ...noted,
  ]
}

export const CATEGORY_KEY = 'category'

function categoryFacet(marathon: MarathonView): Facet {
  const categoryOf = categoriesOf(marathon)
  return {
    key: CATEGORY_KEY,
    label: texts.category(),
    valueIn: (entrant) => {
      const band = categoryOf(entrant)
      return band ? bandCode(band) : ''
    },
    labels: new Map(bandsOf(marathon).map((band) => [bandCode(band), bandLabel(band)])),
    emptyLabel: texts.noCategory(),
  }
}

/** A question whose answers are few is a facet: the size of a shirt says how many are to be ordered. */
function questionFacet(question: Question): Facet | null {
  const field = answerField(question.id)
  const facet = { key: field, label: questionLabel(question) }
  switch (question.kind) {
    case 'choice':
    case 'yesNo':
    case 'sex': {
      const values = { choice: question.options ?? [], yesNo: ['yes', 'no'], sex: ['F', 'M', 'X', 'N'] }[question.kind]
      return {
        ...facet,
        valueIn: (entrant) => entrant[field] ?? '',
        labels: new Map(values.map((value) => [value, shownAnswer(question, value)])),
        emptyLabel: texts.noAnswer(),
      }
    }
    case 'waiver':
      return {
        ...facet,
        valueIn: (entrant) => {
          const signature = signatureOf(entrant[field] ?? '')
          return !signature ? '' : isSignedNow(question, signature) ? 'now' : 'old'
        },
        labels: new Map([
          ['now', texts.signedNow()],
          ['old', texts.signedOld()],
        ]),
        emptyLabel: texts.unsigned(),
      }
    default:
      return null
  }
}

/** Does an entrant belong to what is chosen in a facet? */
function fits(value: Value, choice: string | undefined): boolean {
  if (choice === undefined) return true
  if (choice === FILLED) return value !== ''
  return choice === EMPTY ? value === '' : value === choice.slice(IS.length)
}

/** Does the entrant belong to all that is chosen? */
export function fitsAll(facets: readonly Facet[], chosen: Chosen): (entrant: Answers) => boolean {
  const used = facets.flatMap(({ key, valueIn }) =>
    chosen[key] === undefined ? [] : [{ valueIn, choice: chosen[key] }],
  )
  return (entrant) => used.every(({ valueIn, choice }) => fits(valueIn(entrant), choice))
}

/** A choice in a facet, and how many entrants it leaves if everything else stays as it is chosen. */
export interface FacetChoice {
  choice: string
  label: string
  count: number
}

/**
 * The choices of each facet, by its key. Each entrant is looked at once: who fits everything counts everywhere, and who
 * fits everything but one facet counts there.
 */
export function facetChoices(
  facets: readonly Facet[],
  chosen: Chosen,
  entrants: readonly Answers[],
): Map<string, FacetChoice[]> {
  const counts = facets.map(() => new Map<Value, number>())
  const values: Value[] = []
  for (const entrant of entrants) {
    let unfit = -1
    let isOut = false
    for (const [index, { key, valueIn }] of facets.entries()) {
      const value = valueIn(entrant)
      values[index] = value
      if (fits(value, chosen[key])) continue
      isOut ||= unfit !== -1
      unfit = index
    }
    if (isOut) continue
    for (const [index, count] of counts.entries()) {
      const value = values[index] ?? ''
      if (unfit === -1 || unfit === index) count.set(value, (count.get(value) ?? 0) + 1)
      // A value that nobody has now may still be chosen again.
      else if (!count.has(value)) count.set(value, 0)
    }
  }
  return new Map(facets.map((facet, index) => [facet.key, choicesOf(facet, counts[index] ?? new Map(), chosen)]))
}

function choicesOf({ key, labels, emptyLabel }: Facet, counts: Map<Value, number>, chosen: Chosen): FacetChoice[] {
  const chosenValue = chosen[key]?.startsWith(IS) ? chosen[key].slice(IS.length) : undefined
  const found = [...counts.keys()].filter((value) => value !== '')
  // Who is shown may have lost the chosen value, and the choice stays.
  if (chosenValue !== undefined && !counts.has(chosenValue)) found.push(chosenValue)
  const filled = found.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
  const known = [...(labels?.keys() ?? [])]
  const place = (value: Value) => (known.includes(value) ? known.indexOf(value) : known.length)
  const sorted = found.sort((a, b) => place(a) - place(b) || byText.compare(a, b))
  const isFew = labels !== null || sorted.length <= MOST_VALUES
  const listed = isFew ? sorted : sorted.filter((value) => value === chosenValue)
  return [
    ...(labels === null ? [{ choice: FILLED, label: texts.filledIn(), count: filled }] : []),
    { choice: EMPTY, label: emptyLabel, count: counts.get('') ?? 0 },
    ...listed.map((value) => ({
      choice: IS + value,
      label: labels?.get(value) ?? value,
      count: counts.get(value) ?? 0,
    })),
  ]
}

const byText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** What is chosen of the categories, as its label; null for all of them. */
export function chosenCategory(facets: readonly Facet[], chosen: Chosen): string | null {
  const [facet, choice] = [facets.find(({ key }) => key === CATEGORY_KEY), chosen[CATEGORY_KEY]]
  if (!facet || choice === undefined) return null
  return choice === EMPTY ? texts.withoutCategory() : (facet.labels?.get(choice.slice(IS.length)) ?? null)
}
