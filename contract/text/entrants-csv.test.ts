import { expect, it } from 'vitest'
import type { Application } from '../application.ts'
import { EMPTY_APPLICATION } from '../fields.ts'
import { csvCell, unguarded } from './csv.ts'
import { entrantColumns, entrantsCsv } from './entrants-csv.ts'

const M = '\u200b'
/** `|` stands for the mark, but not in `cmd|`. */
const marked = (cell: string) => cell.replace(/(?<!cmd)\|/, M)

const entrant: Application = {
  hidesName: false,
  _id: 'entry-0001',
  marathonId: 'event-0001',
  title: 'Harbour Ten',
  startDate: '2027-03-05T08:00:00.000Z',
  ...EMPTY_APPLICATION,
  firstName: 'Ada',
  lastName: 'Lauf',
  phoneNumber: '040 123456',
  email: 'ada@example.com',
  createdAt: '2027-01-01T00:00:00.000Z',
  status: 'registered',
  promotedAt: null,
  bib: null,
  wantedBib: null,
  above: 0,
  waitingOrder: null,
  drawOrder: null,
  code: 'K7QM2F9G',
  ver: 1,
}

it('writes a head line and a line an entrant', () => {
  expect(entrantsCsv([entrant])).toBe(
    'First Name,Last Name,Contact Number,Email,Additional Info,Applied At,Status,Entry,Bib\r\n' +
      'Ada,Lauf,040 123456,ada@example.com,,2027-01-01T00:00:00.000Z,registered,K7QM2F9G,\r\n',
  )
})

it('writes the chosen columns alone, in their order', () => {
  expect(entrantsCsv([{ ...entrant, bib: '12' }], entrantColumns(new Set(['bib', 'firstName'])))).toBe(
    'First Name,Bib\r\nAda,12\r\n',
  )
})

it.each([
  ['=1+1', '|=1+1'],
  ['+49 40', '|+49 40'],
  ['-2', '|-2'],
  ['-', '-'],
  ['@cmd', '|@cmd'],
  ['\tx', '|\tx'],
  ["'=1", "|'=1"],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  // A reader that splits at `;`, tabs or lines begins another cell there.
  ["x;=cmd|'/C calc'!A1", "x;|=cmd|'/C calc'!A1"],
  ['x; "=1"', `"x;| ""=1"""`],
  ['x\t@cmd', 'x\t|@cmd'],
  ['x\n=1', `"x\n|=1"`],
  [' "=1"', `"| ""=1"""`],
  ['＝HYPERLINK(1)', '|＝HYPERLINK(1)'],
  ['x;＋1', 'x;|＋1'],
  ['－1', '|－1'],
  ['＠x', '|＠x'],
  ['a;b = c - d', 'a;b = c - d'],
])('makes the cell %j harmless as %j, with a mark that nobody sees', (text, cell) => {
  expect(entrantsCsv([{ ...entrant, additionalInfo: text }])).toContain(`,${marked(cell)},2027`)
})

it.each(['=1', "'=1", 'x;=1;\n=2', '\t\t=1', ' "=1"', '-', "O'Neil", 'নাম', 'اسم =1'])(
  'reads %j back as it was',
  (text) => {
    const cell = csvCell(text, ',')
    const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(unguarded(plain)).toBe(text)
  },
)

it.each([
  ['+49 151 23456789', '+49 151 23456789'],
  ['+4915123456789', '+49 15123456789'],
  ['015123456789', '0151 23456789'],
  ['+15551234567', '+1 5551234567'],
  ['+353871234567', '+353 871234567'],
  ['+49 (0)40 123456', '+49 (0)40 123456'],
  ['+49-40-123456', '+49 40 123456'],
  ['+49(0)40123456', '+49 (0)40123456'],
  ['040/123456', '040 123456'],
  ['06.12.34.56.78', '06 12 34 56 78'],
  // What is no phone number is a cell like others.
  ['+cmd|1', '|+cmd|1'],
  ['+1+1', '|+1+1'],
  ['-123456', '|-123456'],
  ['(040) 123456', '(040) 123456'],
  ['=1+1', '|=1+1'],
])('writes the phone number %s as %s: with its + and zeros, and no mark', (phoneNumber, cell) => {
  const csv = entrantsCsv([{ ...entrant, phoneNumber }], entrantColumns(new Set(['firstName', 'phoneNumber'])))
  expect(csv).toBe(`First Name,Contact Number\r\nAda,${marked(cell)}\r\n`)
})

it('separates with semicolons where they are wanted, and keeps formulas harmless', () => {
  const csv = entrantsCsv([{ ...entrant, lastName: 'a;=1', additionalInfo: 'S, M' }], undefined, ';')
  expect(csv).toBe(
    'First Name;Last Name;Contact Number;Email;Additional Info;Applied At;Status;Entry;Bib\r\n' +
      `Ada;"a;${M}=1";040 123456;ada@example.com;S, M;2027-01-01T00:00:00.000Z;registered;K7QM2F9G;\r\n`,
  )
})

it('writes when and where somebody was checked in, if that is wanted', () => {
  const csv = entrantsCsv(
    [entrant],
    entrantColumns(new Set(['firstName', 'gate', 'checkedInAt']), {
      checkedInAt: () => '2027-03-05T06:40:00.000Z',
      gate: () => '=North',
    }),
  )
  expect(csv).toBe(`First Name,Checked In At,Gate\r\nAda,2027-03-05T06:40:00.000Z,${M}=North\r\n`)
})

it('writes on request when somebody came from the waiting list, and the place of who waits', () => {
  const promoted = { ...entrant, promotedAt: '2027-03-04T10:00:00.000Z' }
  const waiting = { ...entrant, _id: 'entry-0002', status: 'waiting' as const }
  const places = new Map([['entry-0002', '3']])
  const csv = entrantsCsv(
    [promoted, waiting],
    entrantColumns(new Set(['promotedAt', 'firstName', 'waitingPlace']), {
      waitingPlace: ({ _id }) => places.get(_id),
    }),
  )
  expect(csv).toBe('First Name,Promoted At,Waiting List Place\r\nAda,2027-03-04T10:00:00.000Z,\r\nAda,,3\r\n')
})

it('writes a time once more by the clock of the event, behind all other columns', () => {
  const csv = entrantsCsv(
    [entrant],
    entrantColumns(new Set(['createdAt', 'appliedThere', 'gate']), { appliedThere: () => '2027-01-01 01:00:00' }),
  )
  expect(csv).toBe('Applied At,Gate,Applied At (Event Time)\r\n2027-01-01T00:00:00.000Z,,2027-01-01 01:00:00\r\n')
})

it('a cell of line breaks alone takes time by its length, and a formula behind them is none', () => {
  const breaks = '\n'.repeat(300_000)
  expect(csvCell(breaks, ',')).toBe(`"${breaks}"`)
  expect(csvCell('\n\n =1', ',')).toBe(`"\n\n${M} =1"`)
  expect(csvCell(' "\t=1', ',')).toBe(`" ""\t${M}=1"`)
})
