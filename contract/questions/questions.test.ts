import { describe, expect, it } from 'vitest'
import { applicationCreateSchema, correctSchema } from '../application.ts'
import { invalidFrom } from '../invalid.ts'
import { bandCode, categoriesOf, overlapping } from './categories.ts'
import { categoriesText, questionsText, splitsText, staffFieldsText } from './question-schema.ts'
import {
  answersOf,
  type Question,
  signatureText,
  signedText,
  unpackAnswers,
  withAnswers,
  wrongAnswer,
  wrongAnswers,
} from './questions.ts'

function question(kind: Question['kind'], other: Partial<Question> = {}): Question {
  return { id: 'k3f9a2', kind, label: 'Asked', isRequired: false, staffSees: false, ...other }
}
const text = (list: unknown) => JSON.stringify(list)
const errorsOf = (value: string, schema = questionsText) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? {} : invalidFrom(parsed.error).fields
}

describe('questions', () => {
  it('have one form, whatever the order of their keys', () => {
    const { id, kind, ...rest } = question('text')
    expect(questionsText.parse(text([{ ...rest, kind, id }]))).toBe(questionsText.parse(text([{ id, kind, ...rest }])))
    expect(questionsText.parse('[]')).toBe('')
  })

  it.each([
    ['no JSON', 'nonsense', 'body'],
    ['eleven', text(Array.from({ length: 11 }, (_, index) => question('text', { id: `k3f9a${index + 10}` }))), 'body'],
    ['two of one id', text([question('text'), question('text')]), 'body'],
    ['two years of birth', text([question('birthYear'), question('birthYear', { id: 'zzzzzz' })]), 'body'],
    ['a long label', text([question('text', { label: 'x'.repeat(121) })]), '0.label'],
    ['no label of an own question', text([question('text', { label: ' ' })]), '0.label'],
    ['a choice without options', text([question('choice')]), '0.options'],
    ['a choice of two equal options', text([question('choice', { options: ['M', 'M'] })]), '0.options'],
    ['a waiver without text', text([question('waiver', { version: 1 })]), '0.text'],
    ['an unknown kind', text([{ ...question('text'), kind: 'blood' }]), '0.kind'],
    ['an unknown key', text([{ ...question('text'), colour: 'red' }]), '0.colour'],
  ])('with %s name what is wrong', (_, value, field) => {
    expect(Object.keys(errorsOf(value) ?? {})).toEqual([field])
  })

  it('need no label where the kind has a name', () => {
    expect(errorsOf(text([question('birthYear', { label: '' })]))).toEqual({})
  })
})

describe('an answer', () => {
  it.each([
    [question('birthYear'), '1987', null],
    [question('birthYear'), '87', 'NOT_A_YEAR'],
    [question('number'), '7.5', null],
    [question('number'), 'many', 'NOT_A_NUMBER'],
    [question('choice', { options: ['S', 'M'] }), 'M', null],
    [question('choice', { options: ['S', 'M'] }), 'XL', 'NOT_ONE_OF'],
    [question('sex'), 'N', null],
    [question('sex'), 'female', 'NOT_ONE_OF'],
    [question('emergency'), 'Rosa, 040 12345', null],
    [question('emergency'), 'Rosa', 'NO_PHONE_NUMBER'],
    [question('text'), 'x'.repeat(301), 'TOO_LONG'],
    [question('text'), '', null],
    [question('text', { isRequired: true }), '', 'ANSWER_REQUIRED'],
    [question('waiver', { version: 2 }), 'yes', 'NOT_VALID'],
    [
      question('waiver', { version: 2, asksFrom: 2 }),
      signatureText({ version: 1, at: '', by: '', guardian: '' }),
      'TEXT_CHANGED',
    ],
    [question('waiver', { version: 2 }), signatureText({ version: 1, at: '', by: '', guardian: '' }), null],
    [question('waiver', { version: 2 }), signatureText({ version: 3, at: '', by: '', guardian: '' }), 'TEXT_CHANGED'],
    [question('waiver', { version: 2 }), signatureText({ version: 2, at: '', by: '', guardian: '' }), null],
  ] as const)('%o: %s', (asked, answer, code) => {
    expect(wrongAnswer(asked, answer)?.code ?? null).toBe(code)
  })

  it('of a waiver needs a guardian below the age, in the year of the start', () => {
    const asked = [
      question('birthYear', { id: 'born00' }),
      question('waiver', { id: 'waiver', version: 1, guardianBelow: 18 }),
    ]
    const signed = (guardian: string) => signatureText({ version: 1, at: '', by: '', guardian })
    const wrong = (born: string, guardian = '') =>
      wrongAnswers(asked, { 'answers.born00': born, 'answers.waiver': signed(guardian) }, 2030)
    expect(wrong('2012')).toEqual({})
    expect(wrong('2013')).toEqual({ 'answers.waiver': { code: 'GUARDIAN_NEEDED', values: { age: 18 } } })
    expect(wrong('2013', 'Rosa')).toEqual({})
    expect(wrong('')).toEqual({})
  })

  it('is a field in patches and on phones, and JSON in a column', () => {
    const row = withAnswers(
      { answers: '', staffAnswers: '' },
      { firstName: 'Ada', 'answers.k3f9a2': '1987', 'staff.paid01': 'yes' },
    )
    expect(row).toEqual({ firstName: 'Ada', answers: '{"k3f9a2":"1987"}', staffAnswers: '{"paid01":"yes"}' })
    expect(unpackAnswers(row)).toEqual({ firstName: 'Ada', 'answers.k3f9a2': '1987', 'staff.paid01': 'yes' })
    expect(withAnswers(row, { 'answers.k3f9a2': '' }).answers).toBe('')
    expect(answersOf({ answers: '', staffAnswers: '' })).toEqual({})
  })

  it('of a runner cannot be what staff note, and other names are no answers', () => {
    const fields = {
      marathonId: 'event-0001',
      title: '',
      startDate: '2030-01-01',
      firstName: 'A',
      lastName: 'B',
      phoneNumber: '12345',
    }
    const codes = (patch: object, schema: typeof applicationCreateSchema | typeof correctSchema) => {
      const parsed = schema.safeParse(patch)
      return parsed.success
        ? null
        : Object.entries(invalidFrom(parsed.error).fields ?? {}).map(([name, { code }]) => [name, code])
    }
    expect(codes({ ...fields, 'answers.k3f9a2': 'x' }, applicationCreateSchema)).toBeNull()
    expect(codes({ ...fields, 'staff.k3f9a2': 'x' }, applicationCreateSchema)).toEqual([
      ['staff.k3f9a2', 'UNKNOWN_FIELD'],
    ])
    expect(codes({ 'staff.k3f9a2': 'x' }, correctSchema)).toBeNull()
    expect(codes({ 'answers.__proto__': 'x' }, correctSchema)).toEqual([['answers.__proto__', 'UNKNOWN_FIELD']])
    expect(codes({ 'answers.k3f9a2': 'x'.repeat(301) }, correctSchema)).toEqual([['answers.k3f9a2', 'TOO_LONG']])
    expect(codes({ 'answers.k3f9a2': 7 }, correctSchema)).toEqual([['answers.k3f9a2', 'NOT_VALID']])
  })
})

it('fields of staff are three at most', () => {
  const fields = (count: number) =>
    text(Array.from({ length: count }, (_, index) => ({ id: `paid0${index}`, label: 'Paid', isShown: false })))
  expect(errorsOf(fields(3), staffFieldsText)).toEqual({})
  expect(errorsOf(fields(4), staffFieldsText)).toEqual({ body: { code: 'AT_MOST', values: { max: 3 } } })
})

describe('splits', () => {
  const names = (count: number) => text(Array.from({ length: count }, (_, index) => `${index + 1} km`))

  it('are ten names at most, each a line of at most 40 letters', () => {
    expect(splitsText.parse('[ " 5 km", "Halfway" ]')).toBe('["5 km","Halfway"]')
    expect(splitsText.parse('[]')).toBe('')
    expect(errorsOf(names(10), splitsText)).toEqual({})
    expect(errorsOf(names(11), splitsText)).toEqual({ body: { code: 'AT_MOST', values: { max: 10 } } })
    expect(errorsOf(text(['5 km', 'x'.repeat(41)]), splitsText)).toEqual({
      1: { code: 'TOO_LONG', values: { max: 40 } },
    })
    expect(errorsOf(text([' ']), splitsText)).toEqual({ 0: { code: 'REQUIRED' } })
    // The longest names have room, also those whose letters take two characters in JSON.
    expect(errorsOf(text(Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(40, '"'))), splitsText)).toEqual({})
  })

  it('have names of their own', () => {
    expect(errorsOf(text(['5 km', '5 KM']), splitsText)).toEqual({ body: { code: 'NOT_UNIQUE' } })
    expect(errorsOf(text(['5 km', 'Finish ']), splitsText)).toEqual({ 1: { code: 'NAME_OF_POINT' } })
    expect(errorsOf(text(['START']), splitsText)).toEqual({ 0: { code: 'NAME_OF_POINT' } })
  })
})

describe('categories', () => {
  const questions = text([question('birthYear', { id: 'born00' }), question('sex', { id: 'sex000' })])
  const at = { startDate: '2029-12-31T23:30:00.000Z', timeZone: 'Europe/Berlin', questions }
  const categoryOf = (categories: object, born: string, sex = '') => {
    const band = categoriesOf({ ...at, categories: text(categories) })({
      'answers.born00': born,
      'answers.sex000': sex,
    })
    return band && bandCode(band)
  }

  it('go by the year of the start at the place', () => {
    expect(categoryOf({ preset: 'ten' }, '2000', 'F')).toBe('F30-39')
    expect(categoryOf({ preset: 'ten' }, '2001', 'F')).toBe('F20-29')
    expect(categoryOf({ preset: 'ten' }, '2015', 'M')).toBe('M-19')
    expect(categoryOf({ preset: 'ten' }, '1930', 'X')).toBe('X80+')
    expect(categoryOf({ preset: 'masters' }, '1995', 'M')).toBe('M35+')
    expect(categoryOf({ preset: 'five' }, '1996', 'M')).toBe('M30-34')
  })

  it('have nobody who gave no answer', () => {
    expect(categoryOf({ preset: 'ten' }, '', 'F')).toBeNull()
    expect(categoryOf({ preset: 'ten' }, '1990', 'N')).toBeNull()
    expect(categoryOf({ bands: [{ name: 'All', sex: '', from: 0, to: null }] }, '1990', 'N')).toBe('All')
  })

  it('name the band and the part of it that is wrong', () => {
    const band = { name: 'A', sex: 'M', from: 30, to: null }
    const wrong = (other: object) => errorsOf(text({ bands: [band, { ...band, sex: 'F', ...other }] }), categoriesText)
    expect(wrong({ from: 'x' })).toEqual({ 'bands.1.from': { code: 'NOT_A_WHOLE_NUMBER' } })
    expect(wrong({ name: 'B', to: 20 })).toEqual({ 'bands.1.to': { code: 'TO_BEFORE_FROM' } })
    expect(wrong({ name: ' ' })).toEqual({ 'bands.1.name': { code: 'REQUIRED' } })
  })

  it.each([
    [
      [
        { name: 'A', sex: '', from: 0, to: 30 },
        { name: 'B', sex: 'F', from: 30, to: null },
      ],
      true,
    ],
    [
      [
        { name: 'A', sex: 'M', from: 0, to: 30 },
        { name: 'B', sex: 'F', from: 30, to: null },
      ],
      false,
    ],
    [
      [
        { name: 'A', sex: 'F', from: 0, to: 29 },
        { name: 'B', sex: 'F', from: 30, to: null },
      ],
      false,
    ],
    [
      [
        { name: 'A', sex: 'F', from: 50, to: null },
        { name: 'B', sex: 'F', from: 60, to: 69 },
      ],
      true,
    ],
  ] as const)('that overlap are refused: %o', (bands, isRefused) => {
    expect(overlapping(bands) !== null).toBe(isRefused)
    expect(categoriesText.safeParse(text({ bands })).success).toBe(!isRefused)
  })
})

it('the text that was signed is known by its number', () => {
  const waiver = question('waiver', { text: 'Now.', version: 3, earlier: ['First.', 'Second.'] })
  const signed = (version: number) => signedText(waiver, { version, at: '', by: '', guardian: '' })
  expect([1, 2, 3, 4].map(signed)).toEqual(['First.', 'Second.', 'Now.', undefined])
})
