import {
  isOnceKind,
  numberTexts,
  type Question,
  type QuestionKind,
  questionsOf,
} from '../../../contract/questions/questions.ts'
import { normaliseLine, normaliseText, wholeNumber } from '../../../contract/text/plain-text.ts'
import * as texts from '../../texts/compiled/asked.js'

// A form has questions as JSON too, but as they are typed: half a number, an option twice. So its draft loses nothing, and
// the schema says what is wrong.

/** A question while it is typed. Its options are lines. */
export interface TypedQuestion extends Omit<Question, 'options' | 'guardianBelow'> {
  options?: string
  guardianBelow?: string
  /** Does a changed text count as a new one, which everybody signs again? Missing for yes. */
  asksAgain?: boolean
}

/** The questions of a form's value, typed or stored. */
export function typedQuestions(value: string): TypedQuestion[] {
  if (value === '') return []
  const list = JSON.parse(value) as (TypedQuestion | Question)[]
  return list.map(({ options, guardianBelow, ...rest }) => ({
    ...rest,
    ...(options === undefined ? {} : { options: Array.isArray(options) ? options.join('\n') : options }),
    ...(guardianBelow === undefined ? {} : { guardianBelow: String(guardianBelow ?? '') }),
  }))
}

/** The value of a form with these questions. */
export function writeTyped(list: readonly unknown[]): string {
  return list.length === 0 ? '' : JSON.stringify(list)
}

/**
 * What is sent of typed questions.
 * @param before the questions that the text of a waiver is compared with: those of the marathon, or of the one it copies
 */
export function storedQuestions(value: string, before: string): string {
  const known = questionsOf({ questions: before })
  const list = typedQuestions(value).map(({ options, guardianBelow, asksAgain = true, ...rest }) => ({
    ...rest,
    ...(options === undefined ? {} : { options: optionsOf(options) }),
    ...(guardianBelow === undefined ? {} : { guardianBelow: typedAge(guardianBelow) }),
    ...(rest.kind === 'waiver'
      ? waiverText(
          rest,
          known.find(({ id }) => id === rest.id),
          asksAgain,
        )
      : {}),
  }))
  // What is no number is sent as it is, and refused.
  return writeTyped(numberTexts(known, list as Question[]))
}

/** The options of a choice: the lines that are not empty. */
function optionsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map(normaliseLine)
    .filter((line) => line !== '')
}

/** A typed number as it is sent; null for none. What is no number is sent as it is, and refused. */
export function typedAge(text: string): number | string | null {
  if (text.trim() === '') return null
  const number = wholeNumber(text)
  return Number.isNaN(number) ? text : number
}

type Waiver = Pick<TypedQuestion, 'text' | 'version'>

/** Is the text of a waiver another one than people may have signed? */
export function isNewText({ text = '' }: Waiver, before: Question | undefined): boolean {
  return before !== undefined && normaliseText(text) !== before.text
}

/** The text of a waiver, and from which text on signatures count. */
function waiverText(typed: Waiver, before: Question | undefined, asksAgain: boolean) {
  const text = normaliseText(typed.text ?? '')
  if (!before) return { text, version: typed.version ?? 1 }
  const { version = 1, asksFrom } = before
  return { text, asksFrom: isNewText(typed, before) && asksAgain ? version + 1 : asksFrom }
}

/** A list with one of its rows at another place. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const moved = list.slice(from, from + 1)
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)]
}

const ID_LENGTH = 10

/** The id of a new question or field of staff. It is random, so that none gets that of a removed one. */
export function newQuestionId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(ID_LENGTH)), (random) => (random % 36).toString(36)).join('')
}

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

/** What an organiser adds with one tap: the usual questions, and those of one's own. */
export const READY = ['birthYear', 'sex', 'club', 'emergency', 'shirt', 'waiver'] as const
export const OWN = ['text', 'number', 'choice', 'yesNo'] as const
export type Preset = (typeof READY)[number] | (typeof OWN)[number]

/** A new question. What is asked of everybody is required; who sees an answer beside the organisers, they say. */
export function presetQuestion(preset: Preset): TypedQuestion {
  const kind: QuestionKind = preset === 'shirt' ? 'choice' : preset
  const question = {
    ...{ id: newQuestionId(), kind, label: '' },
    isRequired: READY.some((ready) => ready === preset) && preset !== 'club',
    staffSees: false,
  }
  if (preset === 'shirt') return { ...question, label: texts.shirtSize(), options: SIZES.join('\n') }
  if (preset === 'choice') return { ...question, options: '' }
  // A runner who is there signs at the desk.
  if (preset === 'waiver')
    return { ...question, label: texts.waiver(), staffSees: true, text: '', version: 1, guardianBelow: '' }
  return question
}

/** May this be added? An event asks some kinds once. */
export function isAddable(preset: Preset, list: readonly TypedQuestion[]): boolean {
  return preset === 'shirt' || !isOnceKind(preset) || list.every(({ kind }) => kind !== preset)
}
