import { describe, expect, it } from 'vitest'
import type { FieldErrors } from '../../../contract/field-errors.ts'
import { type Question, signatureText } from '../../../contract/questions/questions.ts'
import type { Role } from '../../../contract/roles.ts'
import type { Fields } from '../../../contract/sync.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import { opOf } from '../../testing/test-account.ts'
import { answersAgain, changedAgain, questionsAgain, seenAgain, wrongAgain } from './asked-again.ts'

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: id, isRequired: false, staffSees: false, ...other }
}
const QUESTIONS = [
  question('born00', 'birthYear', { isRequired: true }),
  question('club00', 'club'),
  question('shirt0', 'choice', { options: ['S', 'M'], isRequired: true }),
  question('waiver', 'waiver', { text: 'T', version: 1, guardianBelow: 18 }),
]
const asked = {
  questions: JSON.stringify(QUESTIONS),
  staffFields: '',
  startDate: '2028-01-31T08:00:00.000Z',
  timeZone: 'UTC',
  role: 'organiser' as const,
}
const signed = (guardian = '') => signatureText({ version: 1, at: '2027-01-01T00:00:00.000Z', by: 'Ravi', guardian })
const entry = { 'answers.born00': '2015', 'answers.shirt0': 'S', 'answers.waiver': signed('Rosa') } as const
const marathon: OpMarathon = { title: 'X', timeZone: 'UTC', asked, entry }

function item(type: string, patch: Fields, fields: FieldErrors = {}): InboxRecord {
  const op = { ...opOf(type, patch), base: {} }
  return { opId: op.opId, target: `application:${op.id}`, op, at: op.at, code: 'INVALID', fields }
}
const ids = (one: InboxRecord) => questionsAgain(one, marathon).map(({ id }) => id)
const REQUIRED: FieldErrors = { 'answers.shirt0': { code: 'ANSWER_REQUIRED', values: { question: 'shirt0' } } }

describe('the form of a rejected edit asks', () => {
  it('everything where it is a new entry, whatever that entry answered', () => {
    expect(ids(item('application.create', {}))).toEqual(QUESTIONS.map(({ id }) => id))
  })
  it('of another edit what it answered, and what it should have', () => {
    expect(ids(item('application.update', { firstName: 'Ada' }))).toEqual([])
    expect(ids(item('application.correct', { 'answers.club00': 'TSV' }, REQUIRED))).toEqual(['club00', 'shirt0'])
  })
  it('the year of birth with a waiver, because it says who needs a guardian', () => {
    expect(ids(item('application.update', { 'answers.waiver': signed() }))).toEqual(['born00', 'waiver'])
  })
})

describe('what is sent again', () => {
  const one = item('application.update', { 'answers.club00': 'TSV' }, REQUIRED)
  const questions = questionsAgain(one, marathon)

  it('is what the edit had, and of the rest only what was changed', () => {
    const values = { 'answers.club00': ' TSV ', 'answers.shirt0': 'S' }
    expect(changedAgain(one, marathon, questions, values)).toEqual({ 'answers.club00': 'TSV' })
    expect(changedAgain(one, marathon, questions, { ...values, 'answers.shirt0': 'M' })).toEqual({
      'answers.club00': 'TSV',
      'answers.shirt0': 'M',
    })
  })
  it('says of a new field what the user saw, so that nobody’s change is lost', () => {
    const patch = { 'answers.club00': 'TSV', 'answers.shirt0': 'M' }
    expect(seenAgain(one, marathon, patch)).toEqual({ 'answers.shirt0': 'S' })
    expect(seenAgain(item('application.create', {}), marathon, patch)).toEqual({})
  })
  it('begins with the entry, and has the edit over it', () => {
    expect(answersAgain(one, marathon)).toMatchObject({ 'answers.shirt0': 'S', 'answers.club00': 'TSV' })
  })
})

it('a new entry must answer what is required; staff may leave it for later', () => {
  const empty = { ...marathon, entry: {} }
  const wrong = (type: string, patch: Fields) => Object.keys(wrongAgain(item(type, patch), empty, patch))
  expect(wrong('application.create', {})).toEqual(['answers.born00', 'answers.shirt0'])
  expect(wrong('application.update', { 'answers.club00': 'TSV' })).toEqual([])
  expect(wrong('application.update', { 'answers.shirt0': '' })).toEqual(['answers.shirt0'])
  expect(wrong('application.correct', { 'answers.shirt0': '' })).toEqual([])
  expect(wrong('application.correct', { 'answers.born00': '87' })).toEqual(['answers.born00'])
})

const SEEN = QUESTIONS.filter(({ id }) => id !== 'shirt0').map((one) => ({ ...one, staffSees: one.id !== 'born00' }))

function askedBy(type: string, role: Role | null): string[] {
  const seen = { ...asked, questions: JSON.stringify(SEEN), role }
  return questionsAgain(item(type, { 'answers.waiver': '' }), { ...marathon, asked: seen }).map(({ id }) => id)
}

it.each<[string, Role | null, string[]]>([
  ['application.walkIn', 'desk', ['waiver']],
  ['application.correct', 'desk', ['waiver']],
  ['application.correct', 'organiser', ['born00', 'waiver']],
  ['application.update', null, ['born00', 'waiver']],
  ['application.create', null, ['born00', 'club00', 'waiver']],
  ['application.create', 'desk', ['born00', 'club00', 'waiver']],
])('the form of a rejected %s by %s asks what this user may answer', (type, role, ids) => {
  expect(askedBy(type, role)).toEqual(ids)
})
