import { describe, expect, it } from 'vitest'
import { timedOf } from './clocks.ts'
import type { Recording, Ruling } from './recording.ts'
import { Memo, type ResultInput, resultsOf, splitAt } from './results.ts'

const GUN = Date.parse('2027-06-06T08:00:00.000Z')
let count = 0
const recording = (other: Partial<Recording>): Recording => {
  count += 1
  const at = GUN + (other.tick ?? 0)
  return {
    ...{ id: `r${String(count).padStart(4, '0')}`, kind: 'crossing', point: 'finish', how: 'bib', clock: 'a' },
    ...{ tick: 0, at, bib: '', isVoid: false },
    ...other,
  }
}
const gun = (other: Partial<Recording> = {}) =>
  recording({ id: 'gun', kind: 'gun', point: 'start', how: 'tap', ...other })
const sample = (clock: string) => ({ clock, tick: 0, origin: GUN, error: 20 })
const entry = (bib: string, isHere = true) => ({ id: `entry-${bib}`, bib, isHere })
type Made<K> = K extends Ruling ? Omit<K, 'id' | 'at'> : never
const decided = (...list: Made<Ruling>[]): Ruling[] =>
  list.map((one, index) => ({ id: `d${index}`, at: index, ...one }) as Ruling)
function resultsWith(other: Partial<ResultInput>, memo?: Memo) {
  const input = {
    ...{
      splits: [],
      recordings: [],
      samples: [sample('a'), sample('b')],
      entries: [],
      rulings: [],
      isStartClosed: false,
    },
    ...other,
  }
  return resultsOf(input, memo)
}
const shown = ({ rows }: ReturnType<typeof resultsWith>) =>
  rows.map(({ bib, state, time, place }) => [bib, state, time, place])

describe('the list of results', () => {
  const recordings = [
    gun(),
    recording({ tick: 61_000, bib: '7' }),
    recording({ tick: 60_000, bib: '12' }),
    recording({ tick: 61_000, bib: '3' }),
    recording({ tick: 90_000, kind: 'retired', bib: '4' }),
  ]
  const entries = ['3', '4', '7', '12', '20', '21'].map((bib) => entry(bib, bib !== '21'))

  it('has the finished ones by time, equal times with one place, and then the others', () => {
    const first = resultsWith({ recordings, entries })
    expect(shown(first)).toEqual([
      ['12', 'finished', 60_000, 1],
      ['3', 'finished', 61_000, 2],
      ['7', 'finished', 61_000, 2],
      ['4', 'retired', null, null],
      ['20', 'started', null, null],
      ['21', 'registered', null, null],
    ])
    expect(shown(resultsWith({ recordings, entries, isStartClosed: true })).at(-1)?.[1]).toBe('notStarted')
  })

  it('has each entry in one state, also before the gun', () => {
    const before = resultsWith({ recordings: recordings.slice(1), entries })
    expect(before.rows.map(({ state }) => state)).toContain('registered')
    expect(before.rows).toHaveLength(entries.length)
    expect(before.gun).toBeNull()
  })

  it('has what a person decided: a time, a state, and its end', () => {
    const late = decided(
      { kind: 'time', bib: '20', point: 'finish', time: GUN + 70_000, since: null },
      { kind: 'state', bib: '12', state: 'disqualified', reason: 'Took the tram.' },
    )
    const list = resultsWith({ recordings, entries, rulings: late })
    expect(shown(list).slice(0, 3)).toEqual([
      ['3', 'finished', 61_000, 1],
      ['7', 'finished', 61_000, 1],
      ['20', 'finished', 70_000, 3],
    ])
    expect(list.rows.find(({ bib }) => bib === '12')).toMatchObject({ state: 'disqualified', reason: 'Took the tram.' })
    const back = [
      ...late,
      ...decided({ kind: 'state', bib: '12', state: null, reason: '' }).map((one) => ({ ...one, at: 9 })),
    ]
    expect(shown(resultsWith({ recordings, entries, rulings: back }))[0]).toEqual(['12', 'finished', 60_000, 1])
  })

  it('counts from the chosen gun, and two that lie apart are a doubt until then', () => {
    const guns = [...recordings, gun({ id: 'gun-2', clock: 'b', tick: 5000 })]
    const doubtful = resultsWith({ recordings: guns, entries })
    expect(doubtful.doubts.map(({ kind, apart }) => [kind, apart])).toEqual([['guns', 5000]])
    const chosen = resultsWith({ recordings: guns, entries, rulings: decided({ kind: 'gun', recording: 'gun-2' }) })
    expect([chosen.gun, chosen.doubts, chosen.rows[0]?.time]).toEqual([GUN + 5000, [], 55_000])
  })

  it('keeps a time since the gun when another gun counts, and moves one of the day', () => {
    const set = decided(
      { kind: 'time', bib: '20', point: 'finish', time: null, since: 70_000 },
      { kind: 'time', bib: '21', point: 'finish', time: GUN + 70_000, since: null },
    )
    const timesFrom = (...guns: Recording[]) => {
      const list = resultsWith({ recordings: guns, entries, rulings: set })
      return [list.rows.find(({ bib }) => bib === '20')?.time, list.rows.find(({ bib }) => bib === '21')?.time]
    }
    expect(timesFrom(gun())).toEqual([70_000, 70_000])
    expect(timesFrom(gun({ tick: 5000 }))).toEqual([70_000, 65_000])
    expect(timesFrom()).toEqual([null, null])
    // The next list of a phone, where a better sample moves the gun.
    const memo = new Memo()
    const later = (origin: number) =>
      resultsWith({ recordings: [gun()], entries, rulings: set, samples: [{ ...sample('a'), origin }] }, memo)
    const timeIn = (list: ReturnType<typeof later>) => list.rows.find(({ bib }) => bib === '20')?.time
    expect([timeIn(later(GUN)), timeIn(later(GUN + 3000))]).toEqual([70_000, 70_000])
    const back = decided({ kind: 'time', bib: '20', point: 'finish', time: null, since: null })
    const taken = [...set, ...back.map((one) => ({ ...one, at: 9 }))]
    expect(shown(resultsWith({ recordings: [gun()], entries, rulings: taken }))).toContainEqual([
      ...['20', 'started', null, null],
    ])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may have a split with the name %s', (split) => {
    const crossed = recording({ tick: 30_000, point: split, bib: '7' })
    const list = resultsWith({ recordings: [gun(), crossed], entries, splits: [split] })
    const whole = JSON.parse(JSON.stringify(list)) as typeof list
    const of = (bib: string) => whole.rows.filter((row) => row.bib === bib).map((row) => splitAt(row, split))
    expect([of('7'), of('3')]).toEqual([[30_000], [undefined]])
  })
})

describe('a sheet of the funnel, where the order alone is known', () => {
  /** Taps at the line, and the bibs of the sheet, which was typed hours later. */
  const listOf = (line: [tick: number, bib: string][], sheet: string[]) => {
    const taps = line.map(([tick, bib], n) => recording({ id: `tap-${n}`, tick, bib, how: bib ? 'bib' : 'tap' }))
    const order = sheet.map((bib, n) =>
      recording({ id: `line-${n}`, clock: 'file_1', tick: n * 1000, at: GUN + 9e6 + n * 1000, bib, how: 'order' }),
    )
    const entries = [...new Set([...sheet, ...line.flatMap(([, bib]) => bib || [])])].map((bib) => entry(bib))
    const { rows, doubts } = resultsWith({ recordings: [gun(), ...taps, ...order], entries })
    return [rows.map(({ bib, time }) => `${bib} ${time}`), doubts.map(({ kind }) => kind)]
  }

  it('gives each crossing its bib, however far people are apart', () => {
    const line = [60_000, 61_000, 3_000_000, 3_000_400].map((tick): [number, string] => [tick, ''])
    expect(listOf(line, ['4', '3', '12', '7'])).toEqual([['4 60000', '3 61000', '12 3000000', '7 3000400'], []])
  })

  it('is held together by bibs of the line, and a stretch that counts differently is a doubt', () => {
    const line: [number, string][] = [
      ...([
        [60_000, ''],
        [70_000, ''],
        [80_000, '9'],
        [95_000, ''],
        [99_000, ''],
      ] as [number, string][]),
    ]
    // Somebody before the 9 is missing on the paper.
    const [rows, doubts] = listOf(line, ['4', '9', '12', '7'])
    expect(rows).toEqual(expect.arrayContaining(['9 80000', '12 95000', '7 99000']))
    expect(doubts).toEqual(['orderUnsure'])
    // The 5 is on the line alone, and moves nobody.
    const own: [number, string][] = [...line.slice(2), [3_000_000, '5'], [6_000_000, '']]
    expect(listOf(own, ['9', '12', '7', '4'])).toEqual([
      ['9 80000', '12 95000', '7 99000', '5 3000000', '4 6000000'],
      [],
    ])
  })
})

describe('a doubt', () => {
  const entries = ['3', '4', '7', '12'].map((bib) => entry(bib))
  const kinds = (recordings: Recording[], rulings: Ruling[] = []) =>
    resultsWith({ recordings: [gun(), ...recordings], entries, rulings }).doubts.map(({ kind, bibs }) => [
      kind,
      ...bibs,
    ])

  it('is a bib that nobody has, one that crossed twice, and a time without a bib', () => {
    const list = [
      recording({ id: 'x1', tick: 60_000, bib: '99' }),
      recording({ id: 'x2', tick: 70_000, bib: '3' }),
      recording({ id: 'x3', tick: 80_000, bib: '3' }),
      recording({ id: 'x4', tick: 90_000 }),
    ]
    expect(kinds(list)).toEqual([['bibUnknown', '99'], ['bibTwice', '3'], ['noBib']])
    const answers = decided(
      { kind: 'bib', recording: 'x1', bib: '7' },
      { kind: 'bib', recording: 'x3', bib: '4' },
      { kind: 'bib', recording: 'x4', bib: '' },
    )
    expect(kinds(list, answers)).toEqual([])
  })

  it('is a crossing to which two phones give two bibs, and times that lie apart', () => {
    const both = (bib: string, tick: number) => [
      recording({ clock: 'a', tick: 60_000, bib: '3' }),
      recording({ id: `y-${bib}`, clock: 'b', tick, bib }),
    ]
    expect(kinds(both('4', 60_100))).toEqual([['bibsDiffer', '3', '4']])
    expect(kinds(both('3', 61_500))).toEqual([['timesDiffer', '3']])
    expect(kinds(both('3', 60_100))).toEqual([])
  })

  it('that somebody has seen is gone, and comes back with new evidence', () => {
    const list = [recording({ id: 'z1', tick: 60_000, bib: '99' })]
    const [doubt] = resultsWith({ recordings: [gun(), ...list], entries }).doubts
    const seen = decided({ kind: 'seen', doubt: doubt?.id ?? '' })
    expect(kinds(list, seen)).toEqual([])
    expect(kinds([...list, recording({ id: 'z2', clock: 'b', tick: 60_050, bib: '99' })], seen)).toEqual([
      ['bibUnknown', '99'],
    ])
  })

  it('is a clock that was never compared with the server', () => {
    expect(kinds([recording({ clock: 'lost', tick: 60_000, bib: '3' })])).toEqual([['clock']])
  })
})

describe('a clock', () => {
  const at = (tick: number, samples: Parameters<typeof timedOf>[0]) =>
    timedOf(samples, [recording({ tick, at: 42 })])[0]

  it('drifts evenly between two samples, and its error grows behind the last one', () => {
    const samples = [
      { clock: 'a', tick: 0, origin: GUN, error: 30 },
      { clock: 'a', tick: 3_600_000, origin: GUN + 180, error: 40 },
    ]
    expect(at(1_800_000, samples)).toMatchObject({ time: GUN + 1_800_090, error: 40 })
    expect(at(7_200_000, samples)?.error).toBeCloseTo(40 + 180)
  })

  it('without a sample tells the time of the phone, which may be far off', () => {
    expect(at(5, [])).toMatchObject({ time: 42, error: 120_000 })
  })
})

describe('what nobody can know', () => {
  it('who retired and crossed the finish is a doubt, until a person decides', () => {
    const recordings = [
      gun(),
      recording({ tick: 50_000, kind: 'retired', how: 'tap', bib: '3' }),
      recording({ tick: 60_000, bib: '3' }),
    ]
    const list = resultsWith({ recordings, entries: [entry('3')] })
    expect([list.rows[0]?.state, list.doubts.map(({ kind }) => kind)]).toEqual(['finished', ['retiredYet']])
    const out = decided({ kind: 'state', bib: '3', state: 'retired', reason: '' })
    const after = resultsWith({ recordings, entries: [entry('3')], rulings: out })
    expect([after.rows[0]?.state, after.doubts]).toEqual(['retired', []])
    const looked = decided({ kind: 'seen', doubt: list.doubts[0]?.id ?? '' })
    expect(resultsWith({ recordings, entries: [entry('3')], rulings: looked }).doubts).toEqual([])
  })

  it('who checks nobody in knows of everybody that they may be out there', () => {
    const entries = ['3', '4'].map((bib) => entry(bib, false))
    expect(shown(resultsWith({ recordings: [gun()], entries, isStartClosed: true }))).toEqual([
      ['3', 'started', null, null],
      ['4', 'started', null, null],
    ])
    const checked = resultsWith({ recordings: [gun()], entries: [entry('3'), entry('4', false)], isStartClosed: true })
    expect(shown(checked).map(([, state]) => state)).toEqual(['started', 'notStarted'])
  })

  it('whose bib somebody recorded has started, also where the crossing is another one’s', () => {
    const entries = ['3', '4', '5'].map((bib) => entry(bib, bib === '5'))
    const both = [gun(), recording({ tick: 60_000, bib: '3' }), recording({ clock: 'b', tick: 60_100, bib: '4' })]
    const list = resultsWith({ recordings: both, entries, isStartClosed: true })
    expect(list.rows.map(({ state }) => state).sort()).toEqual(['finished', 'started', 'started'])
    const nobody = decided({ kind: 'bib', recording: both[2]?.id ?? '', bib: '' })
    const after = resultsWith({ recordings: both, entries, rulings: nobody, isStartClosed: true })
    expect(after.rows.find(({ bib }) => bib === '4')?.state).toBe('notStarted')
  })

  it('whose a tap is, as a person says, moves the taps beside it too', () => {
    const entries = ['1', '2'].map((bib) => entry(bib))
    const taps = [60_000, 60_200].map((tick) => recording({ how: 'tap', tick }))
    const typed = [recording({ clock: 'b', bib: '2', tick: 60_020 }), recording({ clock: 'b', bib: '1', tick: 60_190 })]
    const listWith = (rulings: Ruling[]) => {
      const list = resultsWith({ recordings: [gun(), ...taps, ...typed], entries, rulings })
      expect(list.doubts).toEqual([])
      return list.rows.map(({ bib, recordings }) => [bib, ...recordings].sort())
    }
    const ids = (...list: (Recording | undefined)[]) => list.map((one) => one?.id ?? '')
    const [of1, of2] = [
      ['1', ...ids(taps[0], typed[1])],
      ['2', ...ids(taps[1], typed[0])],
    ]
    expect(listWith([])).toEqual([
      ['2', ...ids(taps[0], typed[0])],
      ['1', ...ids(taps[1], typed[1])],
    ])
    const ruled = decided({ kind: 'bib', recording: taps[0]?.id ?? '', bib: '1' })
    expect(listWith(ruled)).toEqual([of1, of2])
  })

  it('of two bibs that are worth the same, a crossing has the one that no other crossing wants', () => {
    const recordings = [
      gun(),
      ...[recording({ tick: 60_000, bib: '3' }), recording({ clock: 'b', tick: 60_100, bib: '4' })],
      ...[recording({ tick: 90_000, bib: '3' }), recording({ clock: 'b', tick: 90_000, bib: '3' })],
    ]
    expect(shown(resultsWith({ recordings, entries: [entry('3'), entry('4')] }))).toEqual([
      ['4', 'finished', 60_050, 1],
      ['3', 'finished', 90_000, 2],
    ])
  })

  it('a crossing is of the bib that most give it, also for phones that come later', () => {
    const phones = ['a', 'b', 'c', 'd']
    const bibs = ['3', '3', '4', '3']
    // The last one is far from the others: the bib alone says that it is the same crossing.
    const ticks = [60_000, 60_100, 60_200, 62_500]
    const recordings = phones.map((clock, n) => recording({ clock, bib: bibs[n] ?? '', tick: ticks[n] ?? 0 }))
    const list = resultsWith({ recordings: [gun(), ...recordings], samples: phones.map(sample), entries: [entry('3')] })
    expect(list.rows[0]?.recordings).toEqual(recordings.map(({ id }) => id))
  })

  it('which taps of one tick are too many does not depend on their order', () => {
    const taps = Array.from({ length: 60 }, () => recording({ how: 'tap', tick: 60_000 }))
    const listOf = (many: Recording[]) =>
      resultsWith({
        recordings: [gun(), ...many, recording({ id: 'named', clock: 'b', bib: '3', tick: 60_000 })],
        entries: [entry('3')],
      })
    expect(listOf(taps.toReversed())).toEqual(listOf(taps))
  })

  it('a tap that is nobody’s moves no time', () => {
    const both = [gun(), recording({ how: 'tap', tick: 60_000 }), recording({ clock: 'b', bib: '3', tick: 60_200 })]
    const timeWith = (rulings: Ruling[]) =>
      resultsWith({ recordings: both, entries: [entry('3')], rulings }).rows[0]?.time
    expect(timeWith([])).toBe(60_100)
    expect(timeWith(decided({ kind: 'bib', recording: both[1]?.id ?? '', bib: '' }))).toBe(60_200)
  })

  it('two taps of one phone are never one crossing, also where it had two clocks', () => {
    const entries = ['3', '4'].map((bib) => entry(bib))
    const recordings = [
      gun(),
      recording({ clock: 'tim_1', tick: 60_000, bib: '3' }),
      // The phone slept, and nobody knows the second clock by better than two minutes.
      recording({ clock: 'tim_2', tick: 400, at: GUN + 60_400, bib: '4' }),
    ]
    const list = resultsWith({ recordings, entries, samples: [sample('a'), sample('tim_1')] })
    expect(list.rows.map(({ state }) => state)).toEqual(['finished', 'finished'])
    expect(list.doubts.map(({ kind }) => kind)).not.toContain('bibsDiffer')
  })
})

describe('a clock that is wrong', () => {
  const taps = [0, 10_000, 20_000].map((tick) => recording({ clock: 'c', tick, at: GUN + 50_000 }))

  it('without a sample, whose date is ahead, recorded before its recordings came', () => {
    expect(timedOf([], taps).map(({ time }) => time - GUN)).toEqual([30_000, 40_000, 50_000])
  })

  it('with two samples that no drift explains goes by the one that is known better', () => {
    const samples = [
      { clock: 'c', tick: 0, origin: GUN + 113_000, error: 8600 },
      { clock: 'c', tick: 120_000, origin: GUN, error: 100 },
    ]
    const [timed] = timedOf(samples, [recording({ clock: 'c', tick: 1000 })])
    expect([timed?.time, Math.round(timed?.error ?? 0)]).toEqual([GUN + 1000, 106])
  })
})
