import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownColumns } from '../../../../contract/questions/answer-columns.ts'
import { type Answers, type Question, SEXES } from '../../../../contract/questions/questions.ts'
import type { Separator } from '../../../../contract/text/csv.ts'
import { ENTRANT_HEADS, entrantColumns, entrantsCsv } from '../../../../contract/text/entrants-csv.ts'
import { normaliseLine, normaliseText } from '../../../../contract/text/plain-text.ts'
import { fileTexts } from '../../../forms/files/file-text.ts'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { applicationRow, marathonRow } from '../../../testing/test-account.ts'
import { matchColumns, targetsOf } from './heads.ts'
import { readEntrants } from './read-entrants.ts'

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: '', isRequired: false, staffSees: false, ...other }
}
const OPTIONS = ['S', 'M; "long"', 'ল, বড়'].map(normaliseLine)
const event = marathonRow('event-0001', {
  questions: JSON.stringify([
    question('born00', 'birthYear'),
    question('sex000', 'sex'),
    question('club00', 'club'),
    question('shirt0', 'choice', { label: 'Shirt; size', options: OPTIONS }),
    question('vegan0', 'yesNo', { label: 'নিরামিষ' }),
    question('hours0', 'number', { label: 'Email' }),
    question('note00', 'text', { label: 'Bib' }),
  ]),
  staffFields: JSON.stringify([{ id: 'paid00', label: 'Status', isShown: false }]),
})

/** Letters of the languages of the app and of its samples, and what a file could take for its own. */
const LETTERS = [...'abZäßñÅéŁșıŞøবাংলা কীالعربيّةىپмЖξ漢字か゚🏃‍♀️O’\'"";,|\t=+-@0 1:/']
const text = (max: number, more: string[] = []) =>
  fc.array(fc.constantFrom(...LETTERS, ...more), { maxLength: max }).map((letters) => letters.join(''))
const line = text(12).map(normaliseLine)
const name = fc
  .tuple(fc.constantFrom('Ada', 'রহিম', 'منى', 'Žoë', "'t", '李'), line)
  .map((parts) => normaliseLine(parts.join('')))
const many = text(30, ['\n', '\r\n', '\n\n']).map(normaliseText)
const number = fc.integer({ min: -99999, max: 99999 }).map((value) => String(value / 10))
const answer = <T extends string>(of: fc.Arbitrary<T>) => fc.oneof(fc.constant(''), of)
const person = fc.record({
  firstName: name,
  lastName: name,
  // Files have blanks between the parts of a number, so that no spreadsheet takes it for one.
  phoneNumber: fc.constantFrom('+49 151 2345678', '0151 2345678', '+44 20 7946 0018'),
  email: fc.constantFrom('', 'ada@example.com', 'o-neill+run@example.com', '-x@example.com'),
  additionalInfo: many,
  'answers.born00': answer(fc.integer({ min: 1900, max: 2030 }).map(String)),
  'answers.sex000': answer(fc.constantFrom(...SEXES)),
  'answers.club00': line,
  'answers.shirt0': answer(fc.constantFrom(...OPTIONS)),
  'answers.vegan0': answer(fc.constantFrom('yes', 'no')),
  'answers.hours0': answer(number),
  'answers.note00': line,
  'staff.paid00': line,
})

it('an export imports as it was, in every script, with separators, quotes and line breaks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 6 }),
      fc.constantFrom<Separator>(',', ';'),
      async (people, separator) => {
        const rows = people.map((fields, n): ApplicationView => {
          return { ...applicationRow(`entry-000${n}`, event._id, { ...fields, bib: `B${n}` }), pending: null }
        })
        const columns = [...entrantColumns<ApplicationView>(), ...ownColumns(event, ENTRANT_HEADS).values()]
        const csv = entrantsCsv<ApplicationView & Answers>(rows, columns, separator)
        const [read] = await fileTexts(new Blob(['\ufeff', csv]))
        const targets = targetsOf(event)
        const table = atOnce(readTable(read?.text ?? '', (heads) => Object.keys(matchColumns(heads, targets)).length))
        if (!table) throw new Error('no table')
        const given = { marathon: event, uid: 'olivia', entrants: [], gone: new Set<string>() }
        const { fresh, asked, problems } = atOnce(readEntrants(table, matchColumns(table.heads, targets), given))
        const found = new Map([...fresh, ...asked.map(({ entry }) => entry)].map(({ fields }) => [fields.bib, fields]))
        // Who has the name and the address of another row is the same person.
        expect(found.size + problems.length).toBe(people.length)
        for (const { message } of problems) expect(message).toContain('is the same person')
        for (const [n, wanted] of people.entries()) {
          const back = found.get(`B${n}`)
          if (back)
            expect(
              Object.fromEntries(
                Object.keys(wanted).map((key) => [key, (back as Answers)[key as keyof Answers] ?? '']),
              ),
            ).toEqual(wanted)
        }
      },
    ),
    { numRuns: 300 },
  )
})
