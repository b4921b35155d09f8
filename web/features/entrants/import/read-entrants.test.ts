import { describe, expect, it } from 'vitest'
import type { Question } from '../../../../contract/questions/questions.ts'
import type { SyncMarathon } from '../../../../contract/sync.ts'
import { entrantsCsv } from '../../../../contract/text/entrants-csv.ts'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { applicationRow, codeOf, marathonRow } from '../../../testing/test-account.ts'
import { filledIn } from './found-here.ts'
import { matchColumns, targetsOf } from './heads.ts'
import { type ReadEntrants, readEntrants } from './read-entrants.ts'

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: '', isRequired: true, staffSees: false, ...other }
}
const questions = JSON.stringify([
  question('born00', 'birthYear'),
  question('sex000', 'sex'),
  question('shirt0', 'choice', { label: 'Shirt', options: ['S', 'M', 'X-Large'] }),
  question('vegan0', 'yesNo', { label: 'Vegan' }),
  question('hours0', 'number', { label: 'Hours' }),
])
const staffFields = JSON.stringify([{ id: 'paid00', label: 'Paid', isShown: false }])
const event = marathonRow('event-0001', { questions, staffFields })
const here = (id: string, fields: Partial<ApplicationView>): ApplicationView => ({
  ...applicationRow(id, 'event-0001', { firstName: 'Ada', lastName: 'Lauf', phoneNumber: '', email: '', ...fields }),
  pending: null,
})

type Given = { entrants?: ApplicationView[]; gone?: string[]; marathon?: SyncMarathon; uid?: string }
function read(text: string, { entrants = [], gone = [], marathon = event, uid = 'olivia' }: Given = {}): ReadEntrants {
  const targets = targetsOf(marathon)
  const table = atOnce(readTable(text, (heads) => Object.keys(matchColumns(heads, targets)).length))
  if (!table) throw new Error('no table')
  const compared = { marathon, uid, entrants, gone: new Set(gone) }
  return atOnce(readEntrants(table, matchColumns(table.heads, targets), compared))
}
const messages = ({ problems }: ReadEntrants) => problems.map(({ row, message }) => `${row.line} ${message}`)
/** The entries as this phone shows them once they are queued. */
const queued = ({ fresh, asked }: ReadEntrants) =>
  [...fresh, ...asked.map(({ entry }) => entry)].map(({ id, fields }) => here(id, fields as Partial<ApplicationView>))

describe('a file of entrants', () => {
  it('becomes entries with contact data, bibs and answers', () => {
    const { fresh, problems } = read(
      'Vorname;Nachname;E-Mail;Telefon;Startnummer;Geburtsdatum;Geschlecht;Shirt;vegan;Hours;paid;Rank\n' +
        'Jörg;Müller;j@example.com;0151 2345678;007;03.05.1987;w;x large;ja;4,5;cash;9\n',
    )
    expect(problems).toEqual([])
    expect(fresh.map(({ fields }) => fields)).toEqual([
      {
        ...{ marathonId: 'event-0001', firstName: 'Jörg', lastName: 'Müller', email: 'j@example.com' },
        ...{ phoneNumber: '0151 2345678', bib: '007', 'answers.born00': '1987', 'answers.sex000': 'F' },
        ...{ 'answers.shirt0': 'X-Large', 'answers.vegan0': 'yes', 'answers.hours0': '4.5', 'staff.paid00': 'cash' },
      },
    ])
  })

  it('may lack all but the names, and a missing answer keeps nobody out', () => {
    expect(read('First Name,Last Name\nAda,Lauf\n')).toMatchObject({ fresh: [{ fields: { bib: null } }], problems: [] })
  })

  it.each([
    ['Name', 'Ada Maria Lauf', 'Ada Maria', 'Lauf'],
    ['Name', '"Lauf, Ada"', 'Ada', 'Lauf'],
    ['Vorname,Name', 'Ada,von der Lauf', 'Ada', 'von der Lauf'],
    ['الاسم الأول,اسم العائلة', 'منى,علي', 'منى', 'علي'],
  ])('with the columns %s names who %s is', (heads, cells, firstName, lastName) => {
    expect(read(`${heads}\n${cells}\n`).fresh[0]?.fields).toMatchObject({ firstName, lastName })
  })

  it('names each line that is wrong, with its number and all that is wrong, and takes the others', () => {
    const result = read(
      [
        'First Name,Last Name,Email,Phone,Bib,Year of birth,Sex,Shirt,Hours',
        'Ada,Lauf,nobody,12,1,87,?,XXL,1.000',
        'Bo,Lauf,,,2,,,,',
        ',Lauf,,,3,,,,',
        'Cy,Lauf,,,2,,,,',
        '"Di","Lauf,,,4,,,,',
        'Ed,Lauf,,,5,,,,,extra',
        'Fe,Lauf,,,6,,,,',
      ].join('\n'),
    )
    expect(messages(result)).toEqual([
      '2 Ada Lauf: Year of birth must be a year, like 1987. Sex must be one of F, M, X, N. Shirt must be one of S, M, X-Large. ' +
        'Hours: “1.000” can be two numbers. Write it without a separator of thousands. ' +
        'Contact Number must have at least 5 digits, and only digits, spaces and + ( ) . / -. Email must be an email address like name@example.com.',
      '4 Lauf: First Name is required.',
      '5 Cy Lauf: Bib 2 is in line 3 too.',
      '6 The quotes of this line do not end.',
      '7 This line has more cells than columns. Perhaps a text with a “,” lacks its quotes.',
    ])
    expect(result.fresh.map(({ fields }) => fields.firstName)).toEqual(['Bo', 'Fe'])
  })

  it.each(['1.000', '2,000', "'1.000", '10.250'])('names the bib %s, which can be two numbers', (bib) => {
    const { fresh, problems } = read(`First Name;Last Name;Bib\nBo;Lauf;${bib}\n`)
    expect(fresh).toEqual([])
    expect(problems[0]?.message).toMatch(/^Bo Lauf: Bib: “.*” can be two numbers/)
  })

  it('takes an option of signs, and one that differs by signs alone, letter for letter', () => {
    const options = ['S', '-', 'x-large', 'X Large']
    const marathon = {
      ...event,
      questions: JSON.stringify([question('shirt0', 'choice', { label: 'Shirt', options })]),
    }
    const read1 = (cell: string) => read(`First Name,Last Name,Shirt\nBo,Lauf,${cell}\n`, { marathon })
    const answers = ['', '-', 's', 'X Large', 'x-large'].map((cell) => read1(cell).fresh[0]?.fields['answers.shirt0'])
    expect(answers).toEqual([undefined, '-', 'S', 'X Large', 'x-large'])
    expect(['XLARGE', '?'].map((cell) => read1(cell).problems.length)).toEqual([1, 1])
  })

  it('names a bib that an entrant has, whatever the zeros', () => {
    const eve = here('entry-0001', { firstName: 'Eve', bib: '007' })
    expect(messages(read('First Name,Last Name,Bib\nBo,Lauf,7\n', { entrants: [eve] }))).toEqual([
      '2 Bo Lauf: Bib 7 belongs to Eve Lauf as 007.',
    ])
  })

  it('takes nobody in who has no place in it', () => {
    expect(messages(read('First Name,Last Name,Status\nAda,Lauf,waiting\nBo,Lauf,paid\n'))).toEqual([
      '2 Ada Lauf: Ada Lauf is not registered in this file, but “waiting”.',
    ])
  })

  it('reads M as mujer where another line says H', () => {
    const sexes = (text: string) => read(text).fresh.map(({ fields }) => fields['answers.sex000'])
    expect(sexes('Nombre,Apellidos,Sexo\nAna,Sol,M\nLuis,Sol,H\n')).toEqual(['F', 'M'])
    expect(sexes('Nombre,Apellidos,Sexo\nAna,Sol,F\nLuis,Sol,M\n')).toEqual(['F', 'M'])
  })
})

describe('the same file twice', () => {
  const FILE = 'First Name,Last Name,Email,Year of birth\nAda,Lauf,ada@example.com,1987\nBo,Lauf,,\nCy,Lauf,,1990\n'

  it('is the same rows, of this account and this event alone', () => {
    const ids = (given: Given = {}) => read(FILE, given).fresh.map(({ id }) => id)
    expect(ids()).toEqual(ids())
    expect(new Set(ids()).size).toBe(3)
    const others = [ids({ uid: 'oscar' }), ids({ marathon: { ...event, _id: 'event-0002' } })].flat()
    // The part before the tag is the account's own too, so that nobody else can make it from a name and a number.
    const start = (id: string) => id.slice(0, 36)
    expect(others.filter((id) => ids().map(start).includes(start(id)))).toEqual([])
  })

  it('adds nobody, also where the first was not sent', () => {
    const first = read(FILE)
    expect(read(FILE, { entrants: queued(first) })).toEqual({ fresh: [], asked: [], there: 3, known: [], problems: [] })
  })

  it('adds nobody where a namesake was taken in', () => {
    const twins = `${FILE}Bo,Lauf,,\n`
    const first = read(twins)
    expect(first.asked.map(({ message }) => message)).toEqual([
      'Bo Lauf is in line 3 too, with nothing to tell them apart.',
    ])
    expect(read(twins, { entrants: queued(first) })).toMatchObject({ fresh: [], asked: [], there: 4 })
  })

  it('asks about who was withdrawn, and gives who comes again another id', () => {
    const [first] = read(FILE).fresh
    const again = read(FILE, { gone: [first?.id ?? ''] })
    expect(again.fresh).toHaveLength(2)
    expect(again.asked).toMatchObject([{ message: 'Ada Lauf was withdrawn.' }])
    const [asked] = again.asked
    expect(asked?.entry.id).not.toBe(first?.id)
    expect(read(FILE, { gone: [first?.id ?? ''], entrants: queued(again) })).toMatchObject({ there: 3, asked: [] })
  })
})

describe('who is here already', () => {
  const ada = here('entry-0001', {
    email: 'Ada@example.com',
    phoneNumber: '+49 151 23456789',
    'answers.born00': '1987',
    bib: '7',
  })
  it.each([
    ['the address', 'Email', 'ada@EXAMPLE.com'],
    ['the phone number', 'Phone', '0151/23456789'],
    ['the year of birth', 'Year of birth', '1987'],
    ['the bib', 'Bib', '007'],
    ['the code', 'Entry', codeOf('entry-0001')],
  ])('is known by name and %s', (_, head, cell) => {
    expect(read(`First Name,Last Name,${head}\nADA,LÄUF,${cell}\n`, { entrants: [ada] })).toMatchObject({
      ...{ fresh: [], asked: [], there: 1, problems: [] },
    })
  })

  const paid = (cells: string) =>
    read(`First Name,Last Name,Email,Paid,Shirt\nAda,Lauf,ada@example.com,${cells}\n`, { entrants: [known] })
  const known = { ...ada, 'answers.shirt0': 'M', 'staff.paid00': '' } as ApplicationView

  it('gets what is missing; a value that differs is named, and taken only if the user says so', () => {
    const result = paid('cash,S')
    expect(result).toMatchObject({ fresh: [], there: 1, problems: [] })
    expect(result.known.map(({ message }) => message)).toEqual(['Shirt is “M”, and in the file “S”.'])
    const filled = (choices: { fills: boolean; takes: boolean }) =>
      filledIn(result.known, choices).map(({ answers }) => answers)
    expect(filled({ fills: true, takes: false })).toEqual([{ 'staff.paid00': 'cash' }])
    expect(filled({ fills: false, takes: true })).toEqual([{ 'answers.shirt0': 'S' }])
    expect(filled({ fills: false, takes: false })).toEqual([])
  })

  it('keeps what the file leaves empty or has too, also where it is an option no more', () => {
    expect(paid(',').known).toEqual([])
    const old = { ...known, 'answers.shirt0': 'XXL' } as ApplicationView
    expect(read('First Name,Last Name,Email,Shirt\nAda,Lauf,ada@example.com,XXL\n', { entrants: [old] })).toMatchObject(
      {
        ...{ there: 1, known: [], problems: [] },
      },
    )
  })

  it('is named with an answer that is wrong', () => {
    expect(messages(paid('cash,XXL'))).toEqual(['2 Ada Lauf: Shirt must be one of S, M, X-Large.'])
  })

  it.each([
    ['nothing but the name', 'Email', ''],
    ['another address', 'Email', 'eva@example.com'],
    ['another year of birth', 'Year of birth', '1960'],
  ])('is asked for with %s', (_, head, cell) => {
    const { asked, fresh, there } = read(`First Name,Last Name,${head}\nAda,Lauf,${cell}\n`, { entrants: [ada] })
    expect([asked.map(({ message }) => message), fresh.length, there]).toEqual([
      ['Ada Lauf has the name of an entrant.'],
      0,
      0,
    ])
  })

  it('in the file itself is one person by one address, and two by their years of birth', () => {
    const heads = 'First Name,Last Name,Email,Year of birth\n'
    const same = read(`${heads}Ada,Lauf,ada@example.com,\nADA,LAUF,ada@example.com,1987\n`)
    expect(messages(same)).toEqual(['3 ADA LAUF is the same person as in line 2.'])
    const family = read(`${heads}Jo,Lauf,jo@example.com,1960\nJo,Lauf,jo@example.com,1990\n`)
    expect([family.fresh.length, messages(family)]).toEqual([2, []])
  })
})

it('an export of this list, read again, adds nobody and finds everybody', () => {
  const all = ['Ada', 'Bo', 'Cem'].map((firstName, n) =>
    here(`entry-000${n}`, { firstName, phoneNumber: '+49 151 2345678' }),
  )
  expect(read(entrantsCsv(all), { entrants: all })).toEqual({ fresh: [], asked: [], there: 3, known: [], problems: [] })
})

it('an export of this list, read where nobody is yet, has the bibs as they were given', () => {
  const bibs = ["'5", '7.0', '1.000', '008', '-3', 'A-12', '12', '2,5']
  const all = bibs.map((bib, n) => here(`entry-000${n}`, { firstName: `Runner ${n}`, bib }))
  expect(read(entrantsCsv(all)).fresh.map(({ fields }) => fields.bib)).toEqual(bibs)
})
