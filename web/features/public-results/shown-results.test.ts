import { expect, it } from 'vitest'
import type { OfficialFacts, PublicResult } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { correctionLines } from '../../marathon/results/correction-facts.tsx'
import { resultsCsv } from './results-csv.ts'
import { countsOf, gapIn, placeIn, shownRows } from './shown-results.ts'

const row = (bib: string, name: string, other: Partial<PublicResult> = {}): PublicResult => ({
  ...{ bib, name, sex: '', category: '', state: 'finished', time: 3_000_000, place: 1, sexPlace: null },
  ...{ categoryPlace: null, gap: 0, splits: [], ...other },
})
const rows = [
  row('7', 'Ada Läufer', {
    sex: 'F',
    category: 'F30-39',
    sexPlace: 1,
    categoryPlace: 1,
    splits: [['Half', 1_500_000]],
  }),
  row('118', '', { sex: 'M', place: 2, sexPlace: 1, time: 3_061_000, gap: 61_000 }),
  row('12', 'Cleo 118', { sex: 'F', category: 'F40-49', place: 3, sexPlace: 2, categoryPlace: 1 }),
  row('', 'Dag', { state: 'started', time: null, place: null, gap: null }),
]
const all = { sex: '', category: '' }
const bibs = (...of: Parameters<typeof shownRows>) => shownRows(...of).map(({ bib }) => bib)

it('a search finds names in any spelling, and bibs, also of who hides the name', () => {
  expect(shownRows(rows, all, ' ')).toBe(rows)
  expect(bibs(rows, all, 'LAUFER')).toEqual(['7'])
  expect(bibs(rows, all, '007')).toEqual(['7'])
  // Whose bib it is comes before whose name has it.
  expect(bibs(rows, all, '118')).toEqual(['118', '12'])
  expect(bibs(rows, all, 'nobody')).toEqual([])
})

it('a part has its rows alone, with the places in it', () => {
  const [female, forties] = [
    { sex: 'F', category: '' },
    { sex: 'F', category: 'F40-49' },
  ]
  expect(bibs(rows, female, '')).toEqual(['7', '12'])
  expect(bibs(rows, female, '118')).toEqual(['12'])
  expect(shownRows(rows, female, '').map(placeIn(female))).toEqual([1, 2])
  expect(shownRows(rows, forties, '').map(placeIn(forties))).toEqual([1])
  expect(shownRows(rows, all, '').map(placeIn(all))).toEqual([1, 2, 3, null])
  expect([...countsOf(rows, 'sex')]).toEqual([
    ['F', 2],
    ['M', 1],
  ])
})

it('a part has the gaps to its own first, and nobody without a place has one', () => {
  const ran = [
    row('1', 'Ada', { sex: 'F', sexPlace: 1, time: 3_000_000 }),
    row('2', 'Bo', { sex: 'M', place: 2, sexPlace: 1, time: 3_060_000 }),
    row('3', 'Cem', { sex: 'M', category: 'M40-49', place: 3, sexPlace: 2, categoryPlace: 1, time: 3_090_000 }),
    row('4', 'Dag', { sex: 'M', category: 'M40-49', place: 4, sexPlace: 3, categoryPlace: 2, time: 3_100_000 }),
    row('5', 'Eve', { sex: 'M', state: 'retired', place: null, time: null }),
  ]
  const gaps = (sex: string, category: string) =>
    shownRows(ran, { sex, category }, '').map(gapIn(ran, { sex, category }))
  expect(gaps('', '')).toEqual([0, 60_000, 90_000, 100_000, null])
  expect(gaps('M', '')).toEqual([0, 30_000, 40_000, null])
  expect(gaps('M', 'M40-49')).toEqual([0, 10_000])
})

it('the file has what is shown, no name of who hides it, and no formula', () => {
  const wild = row('9', '=HYPERLINK("x")', {
    splits: [
      ['=1+1', 5000],
      ['Half', 1000],
      ['finish', 3_000_000],
    ],
  })
  const list = { marathon: { distance: '10k' }, rows: [...rows, wild] } as PublicList
  const csv = resultsCsv(list, [rows[1] as PublicResult, wild], ',').replaceAll('\u200b', '<mark>')
  expect(csv.split('\r\n')).toEqual([
    'Place,Bib,Name,Sex,Category,State,Time,Gap,Pace,Sex Place,Category Place,Half,<mark>=1+1',
    '2,118,Runner 118,M,,finished,0:51:01.0,<mark>+1:01.0,5:06 min/km,1,,,',
    '1,9,"<mark>=HYPERLINK(""x"")",,,finished,0:50:00.0,,5:00 min/km,,,0:00:01.0,0:00:05.0',
    '',
  ])
})

it('a correction says each value before and after, and nothing of what stayed', () => {
  const before: OfficialFacts = {
    ...{ bib: '7', state: 'started', time: null, splits: [['Half', 1000]], sex: 'F', category: 'F30-39' },
  }
  const splits: OfficialFacts['splits'] = [...before.splits, ['finish', 60_000]]
  const after: OfficialFacts = { ...before, state: 'finished', time: 60_000, splits }
  expect(correctionLines({ before, after })).toEqual(['State: Did not finish → Finished', 'Time: none → 0:01:00.0'])
  expect(correctionLines({ before: after, after: { ...after, splits: [['finish', 60_000]] } })).toEqual([
    'Half: 0:00:01.0 → none',
  ])
  const gone: OfficialFacts = { ...before, state: 'notStarted', splits: [] }
  expect(correctionLines({ before, after: gone })).toEqual([
    'State: Did not finish → Did not start',
    'Half: 0:00:01.0 → none',
  ])
  expect(correctionLines({ before: null, after })).toEqual(['Bib 7 was added.'])
})
