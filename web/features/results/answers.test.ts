import { describe, expect, it } from 'vitest'
import { type Doubt, doubt } from '../../../contract/results/doubts.ts'
import { type Answer, answersTo, rulingsOf, similar } from './answers.ts'
import { betweenOf } from './between.ts'
import { crossingsOf, type Evidence } from './evidence.ts'
import { answersToRow, oddRows, orderRows } from './order-rows.ts'

const recorded = (id: string, time: number, bib = '', clock = 'phone-1'): Evidence => {
  return { id, clock, how: 'bib', isRetired: false, time, bib, by: 'Tina' }
}
const about = (kind: Doubt['kind'], recordings: Evidence[], bibs: string[] = []) =>
  doubt(kind, { point: 'finish', time: recordings[0]?.time ?? 0, bibs, recordings: recordings.map(({ id }) => id) })
const said = (answers: readonly Answer[]) => answers.map((one) => (one.kind === 'bib' ? `bib ${one.bib}` : one.kind))
const around = (free: string[], doubts: Doubt[] = [], evidence: Evidence[] = []) => ({
  ...{ known: new Set(['101', '102', '110', '21']), free, doubts },
  betweenOf: () => null,
  evidenceOf: (ids: readonly string[]) => evidence.filter(({ id }) => ids.includes(id)),
})

describe('the answers to a doubt', () => {
  it('offer first the bib that somebody has', () => {
    const both = [recorded('a', 1000, '130'), recorded('b', 1100, '101', 'phone-2')]
    expect(said(answersTo(about('bibsDiffer', both, ['130', '101']), both, around([])))).toEqual([
      'bib 101',
      'bib 130',
      'each',
    ])
  })

  it('offer bibs that are easily taken for one that nobody has', () => {
    const one = [recorded('a', 1000, '012')]
    expect(said(answersTo(about('bibUnknown', one, ['12']), one, around(['21', '110', '102'])))).toEqual([
      'bib 21',
      'bib 102',
      'bib ',
    ])
  })

  it('join a bib of the funnel and a crossing without a bib, from both sides', () => {
    const [crossing, arrival] = [recorded('a', 1000), { ...recorded('b', 21_000, '101'), how: 'order' as const }]
    const [noBib, noTime] = [about('noBib', [crossing]), about('noTime', [arrival], ['101'])]
    const both = around(['101'], [noBib, noTime], [crossing, arrival])
    expect(said(answersTo(noBib, [crossing], both))).toEqual(['bib 101', 'bib '])
    const [first] = answersTo(noTime, [arrival], both)
    expect(first).toEqual({ kind: 'bib', bib: '101', of: [crossing] })
  })

  it('offer a time between the neighbours in the funnel', () => {
    const recordings = ['101', '102', '110'].map((bib, at) => {
      return {
        id: bib,
        kind: 'crossing',
        point: 'finish',
        how: 'order',
        clock: 'funnel',
        tick: at * 1000,
        at: 0,
        bib,
        isVoid: false,
      }
    })
    const rows = [
      { bib: '101', splits: [['finish', 60_000]] },
      { bib: '102', splits: [] },
      { bib: '110', splits: [['finish', 64_000]] },
    ]
    const race = { rows: { recordings }, results: { rows, gun: 1_000_000 } } as unknown as Parameters<
      typeof betweenOf
    >[0]
    expect(betweenOf(race, 'finish')('102')).toEqual([1_060_000, 1_064_000])
    expect(betweenOf(race, 'finish')('101')).toBeNull()
    const doubtful = about('noTime', [recorded('102', 9000, '102')], ['102'])
    const answers = answersTo(doubtful, [recorded('102', 9000, '102')], {
      ...around([]),
      betweenOf: betweenOf(race, 'finish'),
    })
    expect(answers).toContainEqual({ kind: 'time', bib: '102', time: 1_062_000, by: '' })
  })

  it('name what has no partner in a stretch of the funnel, and its neighbours', () => {
    const tap = (id: string, time: number) => recorded(id, time)
    const arrival = (id: string, time: number, bib: string) => ({
      ...recorded(id, time, bib, 'funnel'),
      how: 'order' as const,
    })
    const evidence = [
      tap('a', 1000),
      tap('b', 9000),
      tap('c', 20_000),
      tap('d', 30_000),
      arrival('e', 12_000, '1'),
      arrival('f', 42_000, '4'),
    ]
    const rows = [{ recordings: ['a', 'e'] }, { recordings: ['d', 'f'] }] as unknown as Parameters<typeof orderRows>[2]
    const all = orderRows(about('orderUnsure', evidence), evidence, rows)
    const ids = (list: typeof all) =>
      list.map(({ crossing, arrivals }) => [...crossing, ...arrivals].map(({ id }) => id).join('+'))
    expect(ids(all)).toEqual(['a+e', 'b', 'c', 'd+f'])
    expect(ids(oddRows([...all, all[0] as (typeof all)[0]]))).toEqual(['a+e', 'b', 'c', 'd+f'])
    expect(said(answersToRow(all[0] as (typeof all)[0], all))).toEqual(['bib 1', 'bib '])
    expect(said(answersToRow(all[1] as (typeof all)[0], all))).toEqual(['bib '])
    const of = about('orderUnsure', evidence)
    expect(rulingsOf({ kind: 'bib', bib: '', of: [tap('b', 9000)] }, of)).toEqual([
      { kind: 'bib', recordingId: 'b', bib: '' },
    ])
  })

  it('show the crossings of a bib that crossed twice, and which tap is too much', () => {
    const three = [recorded('a', 1000, '7'), recorded('b', 1100, '7', 'phone-2'), recorded('c', 60_000, '7')]
    expect(crossingsOf(about('bibTwice', three, ['7']), three).map((one) => one.map(({ id }) => id))).toEqual([
      ['a', 'b'],
      ['c'],
    ])
    const taps = [recorded('a', 1000, '7'), recorded('b', 1600)]
    expect(crossingsOf({ kind: 'double', time: 1600 }, taps).map((one) => one.map(({ id }) => id))).toEqual([
      ['b'],
      ['a'],
    ])
  })
})

it('an answer rules about each recording, and that the doubt was seen', () => {
  const both = [recorded('a', 1000, '130'), recorded('b', 1100, '', 'phone-2')]
  const of = about('bibsDiffer', both)
  const seen = { kind: 'seen', doubt: of.id }
  expect(rulingsOf({ kind: 'bib', bib: '101', of: both }, of)).toEqual([
    { kind: 'bib', recordingId: 'a', bib: '101' },
    { kind: 'bib', recordingId: 'b', bib: '101' },
    seen,
  ])
  expect(rulingsOf({ kind: 'each', of: both }, of)).toEqual([{ kind: 'bib', recordingId: 'a', bib: '130' }, seen])
  expect(rulingsOf({ kind: 'seen' }, of)).toEqual([seen])
})

it.each([
  ['101', '110', true],
  ['101', '011', true],
  ['101', '10', true],
  ['101', '1011', true],
  ['101', '111', true],
  ['101', '101', false],
  ['101', '112', false],
  ['12', '1', true],
])('%s and %s are easily taken for each other: %s', (bib, other, is) => {
  expect(similar(bib, [other]).length > 0).toBe(is)
})
