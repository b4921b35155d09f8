import { expect, it } from 'vitest'
import { type Answers, type Question, signatureText } from '../../../../contract/questions/questions.ts'
import { marathonRow } from '../../../testing/test-account.ts'
import { type Chosen, chosenCategory, EMPTY, FILLED, facetChoices, facetsOf, fitsAll } from './facets.ts'

const ask = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: '', isRequired: false, staffSees: false, ...other }
}
const marathon = {
  ...marathonRow('event-0001', {
    startDate: '2027-03-05T08:00:00.000Z',
    questions: JSON.stringify([
      ask('born01', 'birthYear', { isRequired: true }),
      ask('sexes1', 'sex'),
      ask('shirts', 'choice', { label: 'Shirt', options: ['S', 'M', 'L'] }),
      ask('waiver', 'waiver', { label: 'Waiver', text: 'At own risk.', version: 2, asksFrom: 2 }),
      ask('notes1', 'text', { label: 'Allergies' }),
    ]),
    staffFields: JSON.stringify([{ id: 'paid01', label: 'Paid', isShown: false }]),
    categories: '{"preset":"masters"}',
  }),
  pending: null,
}
const signed = (version: number) => signatureText({ version, at: '2027-01-01T08:00:00.000Z', by: 'A', guardian: '' })
const entrants: Answers[] = [
  {
    'answers.born01': '1990',
    'answers.sexes1': 'F',
    'answers.shirts': 'S',
    'answers.waiver': signed(2),
    'staff.paid01': 'yes',
  },
  { 'answers.born01': '1990', 'answers.sexes1': 'F', 'answers.shirts': 'M', 'answers.waiver': signed(1) },
  { 'answers.sexes1': 'M', 'answers.shirts': 'M', 'staff.paid01': 'by cash' },
  {},
]
const facets = facetsOf(marathon)
const shown = (chosen: Chosen) => entrants.flatMap((one, index) => (fitsAll(facets, chosen)(one) ? [index] : []))
const counts = (key: string, chosen: Chosen = {}) =>
  facetChoices(facets, chosen, entrants)
    .get(key)
    ?.map(({ label, count }) => `${label} ${count}`)

it('has facets for category, missing answers, questions with few choices and staff fields', () => {
  expect(facets.map(({ label }) => label)).toEqual(['Category', 'Required answers', 'Sex', 'Shirt', 'Waiver', 'Paid'])
  expect(facetsOf({ ...marathon, questions: '', staffFields: '', categories: '' })).toEqual([])
})

it('says how many each choice leaves, those of none too', () => {
  expect(counts('category')).toEqual(['none 2', 'Female 35 and over 2'])
  expect(counts('missing')).toEqual(['missing 2', 'complete 2'])
  expect(counts('answers.shirts')).toEqual(['no answer 1', 'S 1', 'M 2'])
  expect(counts('answers.waiver')).toEqual(['not signed 2', 'signed 1', 'signed an old text 1'])
  expect(counts('staff.paid01')).toEqual(['filled in 2', 'empty 2', 'by cash 1', 'yes 1'])
})

it('shows who has, has not, or has one value of a field, and combines the facets', () => {
  expect(shown({ 'staff.paid01': FILLED })).toEqual([0, 2])
  expect(shown({ 'staff.paid01': EMPTY })).toEqual([1, 3])
  expect(shown({ 'staff.paid01': 'is:by cash' })).toEqual([2])
  expect(shown({ missing: EMPTY })).toEqual([2, 3])
  expect(shown({ 'answers.waiver': 'is:old' })).toEqual([1])
  expect(shown({ 'answers.shirts': 'is:M', 'answers.sexes1': 'is:F' })).toEqual([1])
})

it('counts a choice as if everything else stayed chosen', () => {
  const chosen = { 'answers.shirts': 'is:M' }
  expect(counts('answers.shirts', chosen)).toEqual(['no answer 1', 'S 1', 'M 2'])
  expect(counts('answers.sexes1', chosen)).toEqual(['no answer 0', 'Female 1', 'Male 1'])
})

it('keeps a choice that nobody has any more, so that it can be taken back', () => {
  expect(counts('staff.paid01', { 'staff.paid01': 'is:gone' })).toContain('gone 0')
})

it('offers the values of a field only while they are few', () => {
  const many = Array.from({ length: 21 }, (_, n) => ({ 'staff.paid01': `note ${n}` }))
  expect(facetChoices(facets, {}, many).get('staff.paid01')).toHaveLength(2)
})

it('names the category that is shown alone', () => {
  expect(chosenCategory(facets, {})).toBeNull()
  expect(chosenCategory(facets, { category: 'is:F35+' })).toBe('Female 35 and over')
  expect(chosenCategory(facets, { category: EMPTY })).toBe('Without a category')
})
