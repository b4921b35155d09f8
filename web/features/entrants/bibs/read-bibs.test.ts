import { describe, expect, it } from 'vitest'
import { entrantsCsv } from '../../../../contract/text/entrants-csv.ts'
import { applicationRow, codeOf } from '../../../testing/test-account.ts'
import { readBibs } from './read-bibs.ts'

const entrant = (id: string, firstName: string, bib: string | null = null) => ({
  ...applicationRow(id, 'event-0001', { firstName, bib }),
  pending: null,
})
const ada = entrant('entry-0001', 'Ada')
const bo = entrant('entry-0002', 'Bo', '2')
const twin = entrant('entry-0003', 'Tim')
const other = entrant('entry-0004', 'Tim')
const all = [ada, bo, twin, other]

/** @param text where the id of an entrant stands for its code */
function read(text: string, entrants = all) {
  const result = readBibs(text.replace(/entry-\d+/g, codeOf), entrants)
  if (typeof result === 'string') return result
  const { wanted, problems, unchanged, empty } = result
  return [
    wanted.map(({ application, bib }) => `${application.firstName} ${bib}`),
    problems.map(({ line, message }) => `${line} ${message}`),
    unchanged,
    empty,
  ]
}

describe('a file of bibs', () => {
  it('names entrants by entry, in any order of the columns', () => {
    expect(read('Bib,Entry\r\n7,entry-0001\r\n2,entry-0002\r\n,entry-0003\r\n')).toEqual([['Ada 7'], [], 1, 1])
  })

  it('names entrants by their code as people type it, and by no id', () => {
    const typed = codeOf('entry-0001')
      .toLowerCase()
      .replace(/^(.{4})/, '$1 ')
    expect(readBibs(`Entry,Bib\n${typed},7\n`, all)).toMatchObject({ wanted: [{ application: ada, bib: '7' }] })
    expect(readBibs('Entry,Bib\nentry-0001,7\n', all)).toMatchObject({
      wanted: [],
      problems: [{ line: 2, message: 'This event has no entry entry-0001.' }],
    })
    const unsent = { ...entrant('entry-0006', 'Eva'), code: '' }
    expect(readBibs('Entry,Bib\n ,7\n', [...all, unsent])).toMatchObject({ wanted: [] })
  })

  it('names entrants by name, whatever the case, with semicolons and a byte order mark', () => {
    expect(read('\ufefffirst name;last name;BIB\n ADA ;lauf; A7 \n\n')).toEqual([['Ada A7'], [], 0, 0])
  })

  it.each([
    ["Siobhán O'Brien", 'Siobhan', 'O’Brien'],
    ['Jorg,Muller', 'Jörg', 'Müller'],
    ['Joerg,Mueller', 'Jörg', 'Müller'],
    ['JÖRG,MÜLLER', 'Joerg', 'Mueller'],
    ['مصطفي,علی', 'مصطفى', 'علي'],
  ])('finds the entrant that %s means', (name, firstName, lastName) => {
    const [first = '', last = ''] = name.split(/[ ,]/)
    const one = { ...ada, firstName, lastName }
    expect(read(`First Name,Last Name,Bib\n${first},${last},7`, [one, bo])).toEqual([[`${firstName} 7`], [], 0, 0])
  })

  it('reads quoted cells, and counts lines as an editor does', () => {
    const text = 'Entry,Bib,Additional Info\nentry-0001,"7","a ""b"",\nc"\nnobody-here,8,\n'
    expect(read(text)).toEqual([['Ada 7'], ['4 This event has no entry nobody-here.'], 0, 0])
  })

  it('tells every line that fits nobody, or more than one', () => {
    const text = 'First Name,Last Name,Bib\nEva,Lauf,5\nTim,Lauf,6\nAda,Lauf,1234567890123\n,,9\n'
    expect(read(text)).toEqual([
      [],
      [
        '2 No entrant is Eva Lauf.',
        '3 2 entrants are Tim Lauf. Use the column Entry.',
        '4 Ada Lauf: Bib must be at most 12 characters.',
        '5 This line names no entrant.',
      ],
      0,
      0,
    ])
  })

  it('tells bibs that it gives twice, or that somebody else has, and takes those that move', () => {
    expect(read('Entry,Bib\nentry-0001,7\nentry-0003,7\nentry-0001,8\nentry-0004,2\n')).toEqual([
      ['Ada 7'],
      ['3 Bib 7 is in line 2 too.', '4 Ada Lauf is in the file twice.', '5 Bib 2 belongs to Bo Lauf.'],
      0,
      0,
    ])
    expect(read('Entry,Bib\nentry-0002,3\nentry-0004,2\n')).toEqual([['Bo 3', 'Tim 2'], [], 0, 0])
  })

  it('does not give away a bib that its holder keeps, because the holder’s own line is left out', () => {
    expect(read('Entry,Bib\nentry-0001,7\nentry-0002,7\nentry-0003,2\n')).toEqual([
      ['Ada 7'],
      ['3 Bib 7 is in line 2 too.', '4 Bib 2 belongs to Bo Lauf.'],
      0,
      0,
    ])
    // The line before it is left out too, and so is the one that waits for that one.
    const cem = entrant('entry-0005', 'Cem', '5')
    expect(read('Entry,Bib\nentry-0003,5\nentry-0005,2\nentry-0001,7\nentry-0002,7\n', [...all, cem])).toEqual([
      ['Ada 7'],
      ['2 Bib 5 belongs to Cem Lauf.', '3 Bib 2 belongs to Bo Lauf.', '5 Bib 7 is in line 4 too.'],
      0,
      0,
    ])
    // Whoever is in the file twice moves with the first line.
    expect(read('Entry,Bib\nentry-0002,3\nentry-0002,4\nentry-0003,2\n')).toEqual([
      ['Bo 3', 'Tim 2'],
      ['3 Bo Lauf is in the file twice.'],
      0,
      0,
    ])
  })

  it('takes quotes with spaces around them, and no bib with a part of its quotes', () => {
    expect(read('Entry,Bib\nentry-0001, "12" \nentry-0002,"1""2"\nentry-0003,"7\n')).toEqual([
      ['Ada 12'],
      [
        '3 Bo Lauf: the quotes around the bib are not complete.',
        '4 Tim Lauf: the quotes around the bib are not complete.',
      ],
      0,
      0,
    ])
  })

  it('takes a comma between quotes with spaces around them as a part of the cell', () => {
    expect(read('Entry,Additional Info,Bib\nentry-0001, "a,9" ,12\n')).toEqual([['Ada 12'], [], 0, 0])
  })

  it('names an entry of another event, whoever has the name here', () => {
    expect(read('Entry,First Name,Last Name,Bib\nlast-year,Ada,Lauf,7\n')[1]).toEqual([
      '2 This event has no entry last-year (Ada Lauf).',
    ])
  })

  it('that lost the zeros leaves bibs as they are, and adds zeros where it has them', () => {
    const spy = entrant('entry-0007', 'Jim', '007')
    expect(read('Entry,Bib\nentry-0007,7\nentry-0002,002\nentry-0001,07\n', [...all, spy])).toEqual([
      ['Bo 002'],
      ['4 Bib 07 belongs to Jim Lauf as 007.'],
      1,
      0,
    ])
    expect(read('Entry,Bib\nentry-0001,7\nentry-0003,007\n')[1]).toEqual(['3 Bib 007 is in line 2 too.'])
  })

  it('reads numbers as a spreadsheet writes them, and counts them', () => {
    const result = readBibs('Last Name,First Name,Bib\nLauf,Ada,101.0\nLauf,Bo,"2,00"\nLauf,Eva,9.0\n', all)
    expect(result).toMatchObject({ wanted: [{ bib: '101' }], unchanged: 1, tidied: 2 })
    const kept = 'Last Name,First Name,Bib\nLauf,Ada,"=""007"""\nLauf,Bo,\'08\n'
    expect(read(kept)).toEqual([['Ada 007', 'Bo 08'], [], 0, 0])
  })

  it('names a bib that can be two numbers, and keeps who has it already', () => {
    const seven = entrant('entry-0007', 'Jim', '1.000')
    expect(read('Entry,Bib\nentry-0001,1.000\nentry-0003,"2,000"\n')).toEqual([
      [],
      [
        '2 Ada Lauf: Bib: “1.000” can be two numbers. Write it without a separator of thousands.',
        '3 Tim Lauf: Bib: “2,000” can be two numbers. Write it without a separator of thousands.',
      ],
      0,
      0,
    ])
    expect(read('Entry,Bib\nentry-0007,1.000\n', [...all, seven])).toEqual([[], [], 1, 0])
  })

  it('without the columns is none', () => {
    expect(read('Name,Bib\nAda,7\n')).toMatch(/^The first line must name/)
    expect(read('')).toMatch(/^The first line must name/)
  })

  it('is what the list itself exports', () => {
    const exported = all.map((one, n) => ({ ...one, bib: n === 0 ? '-5' : one.bib, additionalInfo: 'x;=1\n"y"' }))
    expect(read(entrantsCsv(exported))).toEqual([['Ada -5'], [], 1, 2])
  })
})
