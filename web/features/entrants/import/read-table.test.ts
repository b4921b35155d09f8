import { expect, it } from 'vitest'
import { csvLine } from '../../../../contract/text/csv.ts'
import { atOnce, readTable } from './read-table.ts'

const known = (cells: readonly string[]) => cells.filter((cell) => ['Name', 'Bib'].includes(cell.trim())).length
const read = (text: string) => atOnce(readTable(text, known))

it('obeys the line that names the separator, also one that nobody would look for', () => {
  expect(read('sep=^\nName^Bib\nAda, Bo^7\n')).toEqual({
    ...{ heads: ['Name', 'Bib'], separator: '^' },
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
