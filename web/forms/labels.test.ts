import { describe, expect, it } from 'vitest'
import { type Question, signatureText } from '../../contract/questions/questions.ts'
import { describeOp, editText } from '../status/describe-op.ts'
import { rejectionMessage } from '../status/rejection-message.ts'
import { shownValue } from '../status/shown-value.ts'
import { noticeText } from '../store/rows/notice-text.ts'
import { opOf } from '../testing/test-account.ts'
import { labelOf } from './labels.ts'

const question = (id: string, kind: Question['kind'], label = ''): Question => {
  return { id, kind, label, isRequired: true, staffSees: false }
}
const asked = {
  questions: JSON.stringify([
    question('vegan0', 'yesNo', 'Vegan?'),
    question('born00', 'birthYear'),
    { ...question('waiver', 'waiver', 'Waiver'), text: 'T', version: 1 },
  ]),
  staffFields: JSON.stringify([{ id: 'paid00', label: 'Paid', isShown: true }]),
}
const SIGNED = signatureText({ version: 1, at: '2027-01-01T07:00:00.000Z', by: 'Dan', guardian: '' })

describe('an answer is called', () => {
  it.each([
    ['answers.vegan0', 'Vegan?'],
    ['answers.born00', 'Year of birth'],
    ['staff.paid00', 'Paid'],
    ['answers.gone00', 'Answer to a removed question'],
  ])('%s: %s', (field, label) => expect(labelOf(field, asked)).toBe(label))

  it('an answer where this phone does not know the event', () => {
    expect(labelOf('answers.vegan0')).toBe('Answer to a removed question')
    expect(describeOp(opOf('application.update', { 'answers.vegan0': 'no' }), 'X')).toBe(
      "Changed an answer of your entry for 'X'",
    )
  })

  it('by its question in what an edit says, and in the copied text', () => {
    const op = opOf('application.update', { 'answers.vegan0': 'no', 'answers.waiver': SIGNED })
    expect(describeOp(op, 'X', '', asked)).toContain('Vegan? and Waiver')
    expect(editText(op, 'X', '', asked)).toContain('Vegan?: No\nWaiver: Version 1, signed by Dan on')
  })

  it('by its question in the reason of a rejection, also without a wording of the organiser', () => {
    const said = (field: string, code: 'ANSWER_REQUIRED' | 'NOT_A_YEAR') =>
      rejectionMessage(
        'INVALID',
        opOf('application.create'),
        { [field]: code === 'NOT_A_YEAR' ? { code } : { code, values: { question: 'birthYear' } } },
        null,
        asked,
      )
    expect(said('answers.born00', 'ANSWER_REQUIRED')).toEqual({
      message: '“Year of birth” must be answered.',
      remedy: 'edit',
    })
    expect(said('answers.born00', 'NOT_A_YEAR').message).toBe('Year of birth must be a year, like 1987.')
  })
})

it('an answer is shown in words, and a signature as who signed', () => {
  expect(shownValue('answers.vegan0', 'yes', 'UTC', asked)).toBe('Yes')
  expect(shownValue('answers.waiver', SIGNED, 'UTC', asked)).toContain('signed by Dan')
  expect(shownValue('answers.vegan0', '', 'UTC', asked)).toBe('Empty')
})

it('a notice of a corrected answer names the question, and has no signature as it is stored', () => {
  const said = (field: string, from: string, to: string) =>
    noticeText({ kind: 'corrected', text: 'raw', parts: [{ kind: 'corrected', field, from, to }], asked })
  expect(said('answers.vegan0', 'yes', 'no')).toBe('The organiser corrected Vegan?: Yes is now No.')
  expect(said('answers.waiver', SIGNED, SIGNED)).toBe('The organiser corrected Waiver.')
  expect(said('staff.paid00', 'no', 'cash')).toBe('The organiser corrected Paid: no is now cash.')
  expect(said('answers.gone00', 'a', 'b')).toBe('The organiser corrected an answer: a is now b.')
})
