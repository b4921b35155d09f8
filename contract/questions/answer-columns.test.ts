import { expect, it } from 'vitest'
import { entrantsCsv } from '../text/entrants-csv.ts'
import { goneFields, type OwnField, ownColumns } from './answer-columns.ts'
import { type Answers, type Question, signatureText } from './questions.ts'

const question = (id: string, kind: Question['kind'], label = ''): Question => {
  return { id, kind, label, isRequired: false, staffSees: false }
}
const marathon = {
  questions: JSON.stringify([
    question('born01', 'birthYear'),
    question('sexes1', 'sex'),
    question('shirts', 'text', 'Status'),
    question('hours1', 'number', 'Hours'),
    question('waiver', 'waiver', 'Waiver'),
    question('mother', 'emergency'),
  ]),
  staffFields: JSON.stringify([{ id: 'paid01', label: 'Paid', isShown: false }]),
  categories: '{"preset":"ten"}',
  startDate: '2027-03-05T08:00:00.000Z',
  timeZone: 'UTC',
}
const signed = { version: 2, at: '2027-01-01T08:00:00.000Z', by: 'Ada Lauf', guardian: '' }
const ada: Answers = {
  'answers.born01': '1990',
  'answers.sexes1': 'F',
  'answers.shirts': '=M',
  'answers.hours1': '-3.5',
  'answers.waiver': signatureText(signed),
  'answers.mother': '+4915123456789',
  'staff.paid01': 'yes',
}

function written(entries: Answers[], gone: OwnField[] = [], separator: ',' | ';' = ',') {
  const columns = [...ownColumns(marathon, ['Status'], gone).values()]
  const lines = entries.map((entry) => columns.map(({ cell }) => cell(entry, separator)))
  return [columns.map(({ head }) => head), ...lines]
}

it('has a column for each question, for the category and for each field of staff', () => {
  expect(written([ada, {}])).toEqual([
    ['Birth Year', 'Sex', 'Status (2)', 'Hours', 'Waiver', 'Emergency Contact', 'Category', 'Paid'],
    [
      '1990',
      'F',
      '\u200b=M',
      '-3.5',
      '"Version 2, signed 2027-01-01T08:00:00.000Z by Ada Lauf"',
      '+49 15123456789',
      'F30-39',
      'yes',
    ],
    ['', '', '', '', '', '', '', ''],
  ])
})

it('names the guardian, and writes numbers for a spreadsheet that splits at semicolons', () => {
  const minor = { ...ada, 'answers.waiver': signatureText({ ...signed, guardian: 'Bo' }) }
  const [, line] = written([minor], [], ';')
  expect(line?.[4]).toBe('Version 2, signed 2027-01-01T08:00:00.000Z by Ada Lauf, guardian Bo')
  expect(line?.[3]).toBe('-3,5')
})

it('has the answers to removed questions where they are chosen', () => {
  const gone = { 'answers.gone01': 'yes', 'staff.note01': 'late' } satisfies Answers
  expect(goneFields(marathon, [ada, gone])).toEqual(['answers.gone01', 'staff.note01'])
  const [heads, line] = written([gone], goneFields(marathon, [gone]))
  expect(heads?.slice(-2)).toEqual(['Removed gone01', 'Removed note01'])
  expect(line?.slice(-2)).toEqual(['yes', 'late'])
})

it('has nothing where nothing is asked, so that the file stays as it was', () => {
  const plain = { ...marathon, questions: '', staffFields: '', categories: '' }
  expect(ownColumns(plain, []).size).toBe(0)
  expect(entrantsCsv([])).toBe(
    'First Name,Last Name,Contact Number,Email,Additional Info,Applied At,Status,Entry,Bib\r\n',
  )
})
