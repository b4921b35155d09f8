import { describe, expect, it } from 'vitest'
import { questionsText } from '../../../contract/questions/question-schema.ts'
import { QUESTION_ID, type Question } from '../../../contract/questions/questions.ts'
import {
  isAddable,
  OWN,
  presetQuestion,
  READY,
  storedQuestions,
  typedQuestions,
  withMoved,
  writeTyped,
} from './typed-questions.ts'

const base = { isRequired: true, staffSees: false }
const born: Question = { id: 'born00', kind: 'birthYear', label: '', ...base }
const shirt: Question = { id: 'shirt0', kind: 'choice', label: 'Shirt', options: ['S', 'M'], ...base }
const waiver: Question = {
  ...{ id: 'waiver', kind: 'waiver', label: 'Waiver', text: 'At my own risk.', version: 1, guardianBelow: 18 },
  ...base,
}
/** As a marathon has them: a guardian needs the year of birth. */
const stored = (...list: Question[]) => questionsText.parse(JSON.stringify([...list, born]))
const changed = (value: string, index: number, changes: object) =>
  writeTyped(typedQuestions(value).map((question, at) => (at === index ? { ...question, ...changes } : question)))

it('what was not touched is sent as it is', () => {
  const before = stored(shirt, waiver)
  expect(questionsText.parse(storedQuestions(before, before))).toBe(before)
  expect(questionsText.parse(storedQuestions(writeTyped(typedQuestions(before)), before))).toBe(before)
  expect(storedQuestions(writeTyped([]), before)).toBe('')
})

it('half a number and an empty line stay as they were typed, and the schema refuses the number', () => {
  const before = stored(shirt, waiver)
  const typed = changed(changed(before, 0, { options: ' S \n\nM\nL\n' }), 1, { guardianBelow: '1x' })
  expect(typedQuestions(typed)[0]?.options).toBe(' S \n\nM\nL\n')
  const [choice, signed] = JSON.parse(storedQuestions(typed, before)) as Question[]
  expect(choice?.options).toEqual(['S', 'M', 'L'])
  expect(signed?.guardianBelow).toBe('1x')
  expect(questionsText.safeParse(storedQuestions(typed, before)).success).toBe(false)
  const bengali = storedQuestions(changed(before, 1, { guardianBelow: '১৬' }), before)
  expect(JSON.parse(bengali)[1].guardianBelow).toBe(16)
})

describe('a changed text of a waiver', () => {
  const before = stored({ ...waiver, version: 3, earlier: ['a', 'b'], asksFrom: 2 })
  const saved = (changes: object) => JSON.parse(storedQuestions(changed(before, 0, changes), before))[0] as Question
  const texts = { version: 4, earlier: ['a', 'b', 'At my own risk.'] }

  it('has a number of its own, and the one before is kept; everybody signs it', () => {
    expect(saved({ text: 'New. ' })).toMatchObject({ text: 'New.', ...texts, asksFrom: 4 })
  })
  it('is numbered too where nobody is asked to sign again', () => {
    expect(saved({ text: 'At my own risk!', asksAgain: false })).toMatchObject({ ...texts, asksFrom: 2 })
    expect(saved({ text: 'At my own risk!', asksAgain: false })).not.toHaveProperty('asksAgain')
  })
  it('that is typed back is no new one', () => {
    expect(saved({ text: ' At my own risk.\n' })).toMatchObject({ version: 3, earlier: ['a', 'b'], asksFrom: 2 })
  })
  it('is refused where nine others are kept', () => {
    const full = stored({ ...waiver, version: 10, earlier: [...'abcdefghi'] })
    const next = storedQuestions(changed(full, 0, { text: 'New.' }), full)
    expect(questionsText.safeParse(next).success).toBe(false)
  })
  it('of a new waiver is version 1', () => {
    expect(JSON.parse(storedQuestions(changed(stored(waiver), 0, { text: 'New.' }), ''))[0]).toMatchObject({
      version: 1,
    })
  })
})

it('a row is moved up and down', () => {
  expect(withMoved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(withMoved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})

it('presets have ids of their own, and the ready ones can be saved at once but for the waiver', () => {
  const list = [...READY, ...OWN].map(presetQuestion)
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  for (const { id } of list) expect(id).toMatch(QUESTION_ID)
  const ready = READY.filter((preset) => preset !== 'waiver').map(presetQuestion)
  expect(questionsText.safeParse(storedQuestions(writeTyped(ready), '')).success).toBe(true)
  expect(questionsText.safeParse(storedQuestions(writeTyped([presetQuestion('waiver')]), '')).success).toBe(false)
})

it('a year of birth and a waiver are added once, a shirt and a text any number of times', () => {
  const list = READY.map(presetQuestion)
  expect([...READY, ...OWN].filter((preset) => isAddable(preset, list))).toEqual(['shirt', ...OWN])
})
