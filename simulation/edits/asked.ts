import {
  type Answers,
  answerField,
  type Question,
  questionsOf,
  signatureText,
} from '../../contract/questions/questions.ts'
import { at, iso } from './sight.ts'

// What a marathon may ask in the simulation, and answers to it.

const question = (id: string, kind: Question['kind'], more: Partial<Question> = {}): Question => {
  return { id, kind, label: `Asked ${id}`, isRequired: false, staffSees: false, ...more }
}
/** What a marathon may ask, and what its staff may note. */
export const POOL = [
  question('meal00', 'text', { staffSees: true }),
  question('size00', 'choice', { options: ['S', 'M'], isRequired: true }),
  question('text00', 'text'),
  question('waiver', 'waiver', { text: 'At my own risk.', version: 1, staffSees: true }),
] as const
export const NOTES = ['staff.note00', 'staff.shown0'] as const

/** The JSON in its one form. */
export const json = (list: object[]) =>
  list.length === 0
    ? ''
    : JSON.stringify(list.map((one) => Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))))

/** What a new marathon asks, and what its staff note. */
export const newlyAsked = (b: number) => ({
  questions: json(POOL.filter((_, index) => ((b >> index) & 1) === 1)),
  staffFields: json([
    { id: 'note00', label: 'Note', isShown: false },
    { id: 'shown0', label: 'Shown', isShown: true },
  ]),
})

/** An answer, seldom a wrong one. */
export function answerTo({ kind, version = 1 }: Question, n: number, now: number): string {
  if (kind === 'choice') return n % 9 === 8 ? 'XL' : (at(['S', 'M'], n) ?? '')
  if (kind !== 'waiver') return `Answer ${n}${n % 3 === 0 ? ' ' : ''}`
  return signatureText({ version: n % 9 === 8 ? 99 : version, at: iso(now), by: 'Somebody', guardian: '' })
}

/** The answers of a form: to all that it must have, with few exceptions, and to some others. */
export function answersTo(asked: { questions?: string }, n: number, now: number): Answers {
  const list = questionsOf({ questions: asked.questions ?? '' })
  const due = list.filter(({ isRequired }, index) => (isRequired ? n % 11 !== 10 : (n + index) % 2 === 0))
  return Object.fromEntries(due.map((one, index) => [answerField(one.id), answerTo(one, n + index, now)]))
}
