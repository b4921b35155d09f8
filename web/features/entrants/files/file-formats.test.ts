import { expect, it } from 'vitest'
import { entrantsCsv } from '../../../../contract/text/entrants-csv.ts'
import { applicationRow, marathonRow } from '../../../testing/test-account.ts'
import { timingColumns } from './file-formats.ts'

const ask = (id: string, kind: string) => ({ id, kind, label: '', isRequired: false, staffSees: false })
const marathon = {
  ...marathonRow('event-0001', {
    startDate: '2027-03-05T08:00:00.000Z',
    questions: JSON.stringify([ask('born01', 'birthYear'), ask('sexes1', 'sex'), ask('clubs1', 'club')]),
    staffFields: JSON.stringify([{ id: 'chips1', label: 'Chip', isShown: false }]),
    categories: '{"preset":"ten"}',
  }),
  pending: null,
}
const row = (other: Parameters<typeof applicationRow>[2]) => {
  return { ...applicationRow('entry-0001', 'event-0001', other), pending: null }
}
const rows = [
  row({
    firstName: 'Ana',
    bib: '12',
    'answers.born01': '1990',
    'answers.sexes1': 'F',
    'answers.clubs1': 'TV Süd, Köln',
    'staff.chips1': 'E200',
  }),
  row({ firstName: 'Bo', 'answers.sexes1': 'N' }),
]
type Format = Parameters<typeof timingColumns>[0]
const lines = (format: Format, chip?: 'staff.chips1') =>
  entrantsCsv(rows, timingColumns(format, marathon, chip))
    .trim()
    .split('\r\n')

it.each<[Format, string[]]>([
  [
    'raceResult',
    [
      'Bib,Lastname,Firstname,YearOfBirth,Gender,Club,Transponder1',
      '12,Lauf,Ana,1990,F,"TV Süd, Köln",E200',
      ',Lauf,Bo,,,,',
    ],
  ],
  [
    'webscorer',
    [
      'Bib,First name,Last name,Team name,Category,Age,Gender',
      '12,Ana,Lauf,"TV Süd, Köln",F30-39,37,F',
      ',Bo,Lauf,,,,',
    ],
  ],
  [
    'crossMgr',
    [
      'Bib#,LastName,FirstName,Team,Category,Age,Gender,Tag',
      '12,Lauf,Ana,"TV Süd, Köln",F30-39,37,F,E200',
      ',Lauf,Bo,,,,,',
    ],
  ],
])('%s gets its own columns, and no contact data', (format, expected) => {
  expect(lines(format, 'staff.chips1')).toEqual(expected)
})

it('leaves out what the marathon does not ask, and the chip where no field has it', () => {
  expect(lines('raceResult')[0]).toBe('Bib,Lastname,Firstname,YearOfBirth,Gender,Club')
  const plain = { ...marathon, questions: '', categories: '' }
  expect(timingColumns('webscorer', plain, undefined).map(({ head }) => head)).toEqual([
    'Bib',
    'First name',
    'Last name',
  ])
})
