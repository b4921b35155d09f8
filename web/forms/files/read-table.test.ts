import { describe, expect, it } from 'vitest'
import { csvLine } from '../../../contract/text/csv.ts'
import { atOnce, readTable } from './read-table.ts'

const known = (cells: readonly string[]) => cells.filter((cell) => ['Name', 'Bib'].includes(cell.trim())).length
const read = (text: string) => atOnce(readTable(text, known))

it('obeys the line that names the separator, also one that nobody would look for', () => {
  expect(read('sep=^\nName^Bib\nAda, Bo^7\n')).toEqual({
    ...{ heads: ['Name', 'Bib'], above: [], separator: '^' },
    rows: [{ line: 3, cells: ['Ada, Bo', '7'] }],
  })
})

it('where no line names columns, takes the separator that makes most of them', () => {
  expect(read('List of 2027\nWho|What\nAda|7, 8\n')).toMatchObject({ heads: ['Who', 'What'], separator: '|' })
  expect(read(' \n\n')).toBeNull()
})

it('takes the marks off that make formulas harmless', () => {
  expect(read(`Name,Bib\r\n${csvLine(['=Ada', '-7'])}`)?.rows).toEqual([{ line: 2, cells: ['=Ada', '-7'] }])
})

it('a line whose quotes do not end keeps its place, and the lines after it are read', () => {
  const table = read('Name,Bib\nAda,"7\n"Bo","8"\n"C\ny",9\n"D"i,10\nEd,11\n')
  expect(table?.rows.map(({ line, cells, isBroken }) => [line, cells.join('|'), isBroken ?? false])).toEqual([
    [2, 'Ada|"7', true],
    [3, 'Bo|8', false],
    [4, 'C\ny|9', false],
    [6, '"D"i|10', true],
    [7, 'Ed|11', false],
  ])
})

it('reads a thousand broken lines in the time of a glance', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `Ada,"${n}`)
  const began = performance.now()
  expect(read(`Name,Bib\n${lines.join('\n')}`)?.rows).toHaveLength(1000)
  expect(performance.now() - began).toBeLessThan(2000)
})

const NAMES = ['First Name', 'Last Name', 'Email']
const table = (text: string) =>
  atOnce(readTable(text, (cells) => cells.filter((cell) => NAMES.includes(cell.trim())).length))
const rowsOf = (text: string) => table(text)?.rows.map(({ line, cells }) => [line, ...cells])

describe('the line that names the columns', () => {
  it('is the first with two texts where no name is known, so that nobody vanishes', () => {
    const found = table('Imię;Nazwisko;\nAda;Lauf;\nBo;Lauf;ok\nDi;Lauf;\n')
    expect(found).toMatchObject({ heads: ['Imię', 'Nazwisko', ''], above: [], separator: ';' })
    expect(found?.rows.map(({ cells }) => cells[0])).toEqual(['Ada', 'Bo', 'Di'])
  })

  it('is the first of those with most known names', () => {
    expect(table('Email;\nImię;\nEmail;Ada\n')?.rows).toHaveLength(2)
  })

  it('has lines above it, which are kept to be told', () => {
    const titles = table('Start list;;\n;;\n2027, May;;\nFirst Name;Last Name;\nAda;Lauf;\n')
    expect(titles?.above.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'Start list'],
      [3, '2027, May'],
    ])
    expect(titles?.rows.map(({ line }) => line)).toEqual([5])
  })
})

describe('a text of many lines', () => {
  const long = Array.from({ length: 250 }, (_, n) => `line ${n}`).join('\n')
  it('is one cell, also beyond the lines read at once, and the lines after it are counted', () => {
    expect(rowsOf(`First Name,Last Name\nAda,"${long}"\nBo,Lauf\n`)).toEqual([
      [2, 'Ada', long],
      [252, 'Bo', 'Lauf'],
    ])
  })

  it('whose quotes do not end swallows no line after it', () => {
    const rows = rowsOf(`First Name,Last Name\nAda,"Lauf\n${'Bo,Lauf\n'.repeat(250)}`)
    expect([rows?.length, rows?.at(-1)]).toEqual([251, [252, 'Bo', 'Lauf']])
  })
})

it('a file of a watch that names no columns has none, and loses no line', () => {
  const isData = (cells: readonly string[]) => cells.some((cell) => /^\d\d:\d\d:\d\d$/.test(cell))
  const none = () => 0
  const table = atOnce(readTable('1,00:17:03\n2,00:17:09\n3,00:17:41\n', none, isData))
  expect(table).toMatchObject({ heads: ['', ''], above: [] })
  expect(table?.rows.map(({ line, cells }) => [line, cells.at(-1)])).toEqual([
    [1, '00:17:03'],
    [2, '00:17:09'],
    [3, '00:17:41'],
  ])
  const named = atOnce(readTable('No,Time\n1,00:17:03\n', (cells) => Number(cells.includes('Time')), isData))
  expect([named?.heads, named?.rows.length]).toEqual([['No', 'Time'], 1])
})
