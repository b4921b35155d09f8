import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undecided, untold, wrongStates } from '../testing/list-rules.ts'
import { HOWS, type Recording, type Ruling, STATES } from './recording.ts'
import { type ResultInput, resultsOf } from './results.ts'

// The list of results of any rows at all: phones that are broken or hostile send what the schemas let through.

const START = Date.parse('2027-06-06T08:00:00.000Z')
const FAR = 8_640_000_000_000_000
const bib = fc.constantFrom('', '', '1', '2', '3', '4', '4', 'x', '__proto__', 'a'.repeat(12), '٣')
const point = fc.constantFrom('finish', 'finish', 'finish', 'start', '5 km', 'nowhere')
const clock = fc.constantFrom('a', 'a', 'b', 'c', '__proto__')
const near = fc.nat(40_000).map((ms) => ms - 1000)
const tick = fc.oneof(
  { weight: 8, arbitrary: near },
  { weight: 2, arbitrary: fc.constantFrom(0, 0, 60_000, 60_000) },
  { weight: 1, arbitrary: fc.constantFrom(-5, 2 ** 52, Number.MAX_SAFE_INTEGER) },
)
const at = fc.oneof(
  { weight: 8, arbitrary: near.map((ms) => START + ms) },
  { weight: 1, arbitrary: fc.constantFrom(-FAR, 0, FAR) },
)
const recording = fc.record({
  kind: fc.constantFrom<Recording['kind']>('crossing', 'crossing', 'crossing', 'crossing', 'gun', 'retired'),
  ...{ point, how: fc.constantFrom(...HOWS), clock, tick, at, bib },
  isVoid: fc.nat(9).map((n) => n === 0),
})
const sample = fc.record({
  ...{ clock, tick },
  origin: fc.oneof(
    fc.nat(2000).map((ms) => START + ms),
    fc.constantFrom(START, START + 90_000, -FAR, FAR),
  ),
  error: fc.constantFrom(0, 20, 20, 400, 2 ** 40),
})
const named = fc.nat(30).map((n) => `r${n}`)
const ruling: fc.Arbitrary<Ruling> = fc
  .tuple(
    fc.nat(20),
    fc.oneof(
      fc.record({ kind: fc.constant('bib' as const), recording: named, bib }),
      fc.record({ kind: fc.constant('time' as const), bib, point, time: fc.option(at), since: fc.constant(null) }),
      fc.record({
        kind: fc.constant('time' as const),
        bib,
        point,
        time: fc.constant(null),
        since: fc.option(fc.nat(90_000)),
      }),
      fc.record({
        kind: fc.constant('state' as const),
        bib,
        state: fc.option(fc.constantFrom(...STATES)),
        reason: fc.constant('Because.'),
      }),
      fc.record({ kind: fc.constant('gun' as const), recording: named }),
    ),
  )
  .map(([when, one]) => ({ id: '', at: when, ...one }))
const inputs: fc.Arbitrary<ResultInput> = fc
  .record({
    splits: fc.constantFrom([], ['5 km']),
    recordings: fc.array(recording, { maxLength: 30 }),
    samples: fc.array(sample, { maxLength: 6 }),
    rulings: fc.array(ruling, { maxLength: 6 }),
    isStartClosed: fc.boolean(),
    here: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  })
  .map(({ here, ...input }) => ({
    ...input,
    // The schema wants a bib of who is in the funnel.
    recordings: input.recordings.map((one, n) => ({
      ...one,
      id: `r${n}`,
      bib: one.how === 'order' ? one.bib || '9' : one.bib,
    })),
    rulings: input.rulings.map((one, n) => ({ ...one, id: `d${n}` })),
    entries: ['1', '2', '3', '4', ''].map((own, n) => ({ id: `e${n}`, bib: own, isHere: here[n] === true })),
  }))
const RUNS = { numRuns: 200, seed: 20_270_606 }

describe('a list of any rows', () => {
  it('INV-33 does not depend on their order', () => {
    const mixed = fc.tuple(inputs, fc.infiniteStream(fc.nat(1_000_000)))
    const shuffled = <T>(list: readonly T[], random: { next: () => { value: number } }) =>
      list
        .map((one) => ({ one, key: random.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
    fc.assert(
      fc.property(mixed, ([input, random]) => {
        const other = {
          ...input,
          recordings: shuffled(input.recordings, random),
          samples: shuffled(input.samples, random),
          rulings: shuffled(input.rulings, random),
          entries: shuffled(input.entries, random),
        }
        expect(resultsOf(other)).toEqual(resultsOf(input))
      }),
      RUNS,
    )
  })

  it('INV-35 has each entry in one state, and numbers that add up', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(wrongStates(input, resultsOf(input))).toBe('')
      }),
      RUNS,
    )
  })

  it('INV-36 has or tells every crossing that nobody decided, every unknown bib and two guns', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const open = undecided(input)
        expect(untold(open, resultsOf(open))).toBe('')
      }),
      RUNS,
    )
  })

  it('has in no doubt a number that is none', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { doubts, counts } = resultsOf(input)
        const numbers = [counts.missed, ...doubts.flatMap(({ time, apart = 0 }) => [time, apart])]
        expect(numbers.filter((one) => !Number.isFinite(one))).toEqual([])
      }),
      RUNS,
    )
  })

  it('is the same with what was taken back, and without it', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const without = { ...input, recordings: input.recordings.filter(({ isVoid }) => !isVoid) }
        expect(resultsOf(without)).toEqual(resultsOf(input))
      }),
      RUNS,
    )
  })

  it('follows what was ruled about the bib of a crossing', () => {
    fc.assert(
      fc.property(inputs, fc.nat(29), fc.constantFrom('1', '2', '3', '4'), (input, n, own) => {
        const id = `r${n}`
        const one = input.recordings.find((other) => other.id === id)
        fc.pre(one?.kind === 'crossing' && one.point === 'finish' && one.how !== 'order' && !one.isVoid)
        const ofCrossing = { id: 'last', at: 99, kind: 'bib' as const, recording: id, bib: own }
        const rulings = input.rulings.filter(({ kind }) => kind === 'gun')
        const { rows } = resultsOf({ ...input, rulings: [...rulings, ofCrossing] })
        const holders = rows.filter(({ recordings }) => recordings.includes(id)).map((row) => row.bib)
        expect(holders).toEqual([own])
      }),
      RUNS,
    )
  })

  it('keeps the times of one phone in its order', () => {
    const alone = fc.array(fc.record({ tick: fc.nat(3_000_000), at }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(alone, fc.array(sample, { maxLength: 6 }), (taps, samples) => {
        const recordings = taps.map(({ tick: when, at: said }, n): Recording => {
          const own = { kind: 'crossing' as const, point: 'finish', how: 'bib' as const, clock: 'a', isVoid: false }
          return { ...own, id: `r${n}`, tick: when, at: said, bib: String(n + 1) }
        })
        const gun = {
          ...(recordings[0] as Recording),
          id: 'gun',
          kind: 'gun' as const,
          point: 'start',
          tick: 0,
          at: START,
        }
        const entries = recordings.map(({ id, bib: own }) => ({ id, bib: own, isHere: true }))
        const own = samples.map((one) => ({ ...one, clock: 'a' }))
        const input = {
          splits: [],
          rulings: [],
          isStartClosed: false,
          entries,
          recordings: [...recordings, gun],
          samples: own,
        }
        const times = new Map(resultsOf(input).rows.map(({ entry, time }) => [entry, time]))
        const inOrder = recordings.map(({ id, tick: when }) => ({ when, time: times.get(id) as number }))
        inOrder.sort((a, b) => a.when - b.when || a.time - b.time)
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a.time - b.time))
      }),
      RUNS,
    )
  })
})

// What one hostile account may record at a marathon. Each took minutes, or all memory, before lists were bounded.
describe('20,000 recordings', () => {
  const COUNT = 20_000
  const many = (make: (n: number) => Partial<Recording>): ResultInput => {
    const one = { kind: 'crossing' as const, point: 'finish', how: 'tap' as const, clock: 'a', tick: 5, at: START }
    const recordings = Array.from({ length: COUNT }, (_, n) => ({
      ...one,
      id: `r${n}`,
      bib: '',
      isVoid: false,
      ...make(n),
    }))
    const entries = [{ id: 'e1', bib: '1', isHere: true }]
    return { splits: [], recordings, entries, samples: [], rulings: [], isStartClosed: false }
  }
  const halfInFunnel = (n: number) => (n % 2 === 0 ? {} : { how: 'order' as const, bib: String(n % 3) })
  it.each<[string, (n: number) => Partial<Recording>]>([
    ['at one tick', () => ({})],
    ['of two clocks at one time', (n) => ({ clock: `c${n % 2}` })],
    ['of two clocks at one time, half of them in the funnel', (n) => ({ clock: `c${n % 2}`, ...halfInFunnel(n) })],
    ['of a clock each at one time', (n) => ({ clock: `c${n}` })],
    ['of a clock each with one bib', (n) => ({ clock: `c${n}`, how: 'bib', bib: '1' })],
    ['of a clock each in the funnel', (n) => ({ clock: `c${n}`, tick: n, ...halfInFunnel(n) })],
    ['of many clocks in a few seconds', (n) => ({ clock: `c${n % 70}`, tick: n })],
    ['of one bib on two clocks', (n) => ({ clock: `c${n % 2}`, tick: n * 100, how: 'bib', bib: '1' })],
    ['of clocks that are years off', (n) => ({ clock: `c${n % 3}`, tick: n * 1e9, at: START + (n % 3) * 1e12 })],
  ])('%s make a list in seconds, and each is told', (_, make) => {
    const input = many(make)
    const list = resultsOf(input)
    expect(wrongStates(input, list)).toBe('')
    expect(untold(input, list)).toBe('')
  })
})
