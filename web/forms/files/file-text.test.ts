import { describe, expect, it } from 'vitest'
import { entrantsCsv } from '../../../contract/text/entrants-csv.ts'
import { readFileOfBibs } from '../../features/entrants/bibs/read-bibs.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { fileTexts } from './file-text.ts'

const entrant = (id: string, firstName: string, lastName: string) => ({
  ...applicationRow(id, 'event-0001', { firstName, lastName }),
  pending: null,
})
const entrants = [
  entrant('entry-0001', 'Jürgen', 'Müñoz'),
  entrant('entry-0002', 'Åsa', 'D’Angelo'),
  entrant('entry-0003', 'Łukasz', 'Żak'),
  entrant('entry-0004', 'Işıl', 'Şahin'),
  entrant('entry-0005', 'Анна', 'Чехова'),
  entrant('entry-0006', 'منى', 'علي'),
  entrant('entry-0007', 'Ελένη', 'Λάμπρου'),
  entrant('entry-0008', 'דנה', 'לוי'),
]

/** Each letter as one byte. Letters that are not named here have their Unicode number. */
function bytes(text: string, letters: Record<string, number> = {}) {
  return Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))
}
const wide = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const [high, low] = [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]
      return isLittle ? [low, high] : [high, low]
    }),
  )
const lines = (...names: string[]) =>
  `First Name;Last Name;Bib\r\n${names.map((name, n) => `${name};${101 + n}\r\n`).join('')}`

const NUNEZ = { ú: 0x9c, ñ: 0x96, ö: 0x9a }
const MAC = { ü: 0x9f, ñ: 0x96, Å: 0x81, '’': 0xd5, '\n': 0x0d }
const WEST = lines('Jürgen;Müñoz', 'Åsa;D’Angelo')
const BOTH = [
  ['entry-0001', '101'],
  ['entry-0002', '102'],
]

describe('the file of a spreadsheet', () => {
  const files: [string, BlobPart[], string[][]][] = [
    ['in UTF-8', [WEST], BOTH],
    ['in UTF-8 with a byte order mark', ['\ufeff', WEST], BOTH],
    ['in UTF-16, little end first', [wide(`\ufeff${WEST}`, true)], BOTH],
    ['in UTF-16, big end first', [wide(`\ufeff${WEST}`, false)], BOTH],
    ['as Unicode Text of Excel, with tabs', [wide(`\ufeff${WEST.replaceAll(';', '\t')}`, true)], BOTH],
    ['in UTF-16 without a byte order mark', [wide(WEST, true)], BOTH],
    ['the same, big end first', [wide(WEST, false)], BOTH],
    ['with a zero and an end mark at its end', [WEST, '\0\x1a'], BOTH],
    ['in UTF-8 with a broken byte', [WEST, 'Eve;Olm;', Uint8Array.of(0xff), '\r\n'], BOTH],
    ['as Windows saves it', [bytes(WEST, { '’': 0x92 })], BOTH],
    ['as an old Mac saves it', [bytes(WEST.replaceAll('\r\n', '\r'), MAC)], BOTH],
    ['of Poland', [bytes(lines('Łukasz;Żak'), { Ł: 0xa3, Ż: 0xaf })], [['entry-0003', '101']]],
    ['of Turkey', [bytes(lines('Işıl;Şahin'), { ş: 0xfe, ı: 0xfd, Ş: 0xde })], [['entry-0004', '101']]],
    [
      'of Russia',
      [
        Uint8Array.from(
          [...lines('Анна;Чехова')].map((one) => (one > '\u0400' ? one.charCodeAt(0) - 0x350 : one.charCodeAt(0))),
        ),
      ],
      [['entry-0005', '101']],
    ],
    [
      'in Arabic',
      [bytes(lines('منى;علي'), { م: 0xe3, ن: 0xe4, ى: 0xec, ع: 0xda, ل: 0xe1, ي: 0xed })],
      [['entry-0006', '101']],
    ],
    [
      'of Greece',
      [
        bytes(lines('Ελένη;Λάμπρου'), {
          ...{ Ε: 0xc5, λ: 0xeb, έ: 0xdd, ν: 0xed, η: 0xe7, Λ: 0xcb, ά: 0xdc },
          ...{ μ: 0xec, π: 0xf0, ρ: 0xf1, ο: 0xef, υ: 0xf5 },
        }),
      ],
      [['entry-0007', '101']],
    ],
    [
      'in Hebrew',
      [bytes(lines('דנה;לוי'), { ד: 0xe3, נ: 0xf0, ה: 0xe4, ל: 0xec, ו: 0xe5, י: 0xe9 })],
      [['entry-0008', '101']],
    ],
    ['with a line that names the separator', ['sep=;\r\n', WEST], BOTH],
    ['with such a line in quotes', ['"sep=;"\n', WEST], BOTH],
    ['with the wrong separator in that line', ['sep=,\r\n', WEST], BOTH],
    ['with titles and empty lines first', ['Start list; "Harbour" run;\r\n;;\r\n\r\n2027, May;;\r\n', WEST], BOTH],
    ['with bars', [WEST.replaceAll(';', '|')], BOTH],
    ['of a German sheet', [WEST.replace(/^.*/, 'Vorname;NACHNAME ;Startnummer')], BOTH],
    ['of a Spanish sheet', [WEST.replace(/^.*/, '"Nombre";"Apellidos";"Dorsal"')], BOTH],
    ['of a Bengali sheet', [WEST.replace(/^.*/, 'নামের প্রথম অংশ;নামের শেষ অংশ;বিব')], BOTH],
    ['of an Arabic sheet', [WEST.replace(/^.*/, 'الاسم الأول;اسم العائلة;رقم الصدر')], BOTH],
    ['of a program that writes names with an underscore', [WEST.replace(/^.*/, 'first_name;last_name;bib#')], BOTH],
  ]
  it.each(files)('%s gives the bibs to those who have the names', async (_what, parts, expected) => {
    const read = readFileOfBibs(await fileTexts(new Blob(parts)), entrants)
    if (typeof read === 'string') throw new Error(read)
    expect(read.wanted.map(({ application, bib }) => [application._id, bib])).toEqual(expected)
    expect([read.problems.filter(({ message }) => !message.includes('Eve')), read.strangers]).toEqual([[], 0])
  })

  // Of entrants who are not here yet nobody knows the names. Which encoding is likely, the words alone can tell.
  const likely = files.filter(([what]) =>
    / (as|of|in) (an|Windows|Poland|Russia|Arabic|Greece|Hebrew)/.test(` ${what}`),
  )
  it.each(likely)('%s is most likely what it is, by its words', async (_what, parts, expected) => {
    const [first] = await fileTexts(new Blob(parts))
    const named = entrants.filter(({ _id }) => expected.some(([id]) => id === _id))
    for (const { lastName } of named) expect(first?.text).toContain(lastName)
  })

  it('counts the lines of titles and of the separator', async () => {
    const read = readFileOfBibs(await fileTexts(new Blob(['sep=;\r\nTitle\r\n\r\n', lines('Eve;Olm')])), entrants)
    expect(read).toMatchObject({ problems: [{ line: 5, message: 'No entrant is Eve Olm.' }], strangers: 0 })
  })

  it('in an unknown encoding counts the names that nobody has', async () => {
    // Excel's "CSV (MS-DOS)", and what a program left that knew no such letter.
    const dos = bytes(lines('Jürgen;Müñoz', 'J?rgen;M??oz', 'Eve;Olm'), { ü: 0x81, ñ: 0xa4 })
    expect(readFileOfBibs(await fileTexts(new Blob([dos])), entrants)).toMatchObject({ wanted: [], strangers: 2 })
  })

  it('of an old Mac is the first choice where only the order of letters tells it', async () => {
    const file = new Blob([bytes(lines('Jörg;Müller', 'Ana;Núñez'), { ...NUNEZ, ü: 0x9f })])
    const [likely] = await fileTexts(file)
    expect([likely?.encoding, likely?.text.includes('Núñez')]).toEqual(['macintosh', true])
  })

  it.each([
    ['xlsx, ods or numbers', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
  ])('that is a workbook is no text: %s', async (_kind, start) => {
    expect(await fileTexts(new Blob([Uint8Array.from(start)]))).toEqual([])
  })

  it('may be an export of this list', async () => {
    const csv = entrantsCsv(entrants.map((one, n) => ({ ...one, bib: n === 0 ? '007' : null })))
    const read = readFileOfBibs(await fileTexts(new Blob(['\ufeff', csv])), entrants)
    expect(read).toMatchObject({ problems: [], empty: 7, wanted: [{ bib: '007' }] })
  })
})
