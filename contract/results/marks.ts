import { align, median, numbersOf } from './banded.ts'

// Two lists of times of the same people: who in one list is who in the other. A list misses somebody now and then, and has
// somebody twice.

/** A list of times in ms, in their order, each with the number of its bib (`numberBibs`); 0 for none. */
export interface Marks {
  times: Float64Array
  bibs: Int32Array
}

/** Makes a function that numbers bibs as they come, from 1. Numbers are compared many times faster than texts. */
export function numberBibs(): (bib: string) => number {
  const numbers = new Map([['', 0]])
  return (bib) => {
    const before = numbers.get(bib)
    if (before !== undefined) return before
    numbers.set(bib, numbers.size)
    return numbers.size - 1
  }
}

/** Two times further apart than this, in ms, are of two people, once the clocks agree. */
export const WINDOW = 3000
/** How far the taps of two people for one crossing lie apart, in ms: a standard deviation. */
const SPREAD = 300
/** What it costs that a list misses somebody, or has somebody whom the other one has not: about -ln(0.01). */
const MISSED = 5
/** What two bibs for one crossing cost. */
const OTHER_BIB = 6
/** Two alone cost less than a pair that is further apart than this, in ms. */
const FAR = SPREAD * Math.sqrt(4 * MISSED)

/**
 * Pairs the marks of two lists. First those with the same bib, whatever order people tapped in who crossed together, and then
 * the others by their times. Outside of the time that a list covers, missing costs nothing.
 * @param known where each bib is in `a`
 * @param b with its times on the clock of `a`
 * @returns for each of `b` its index in `a`; -1 for one that `a` has not
 */
function pairsOf(a: Marks, known: Places, b: Marks): Int32Array {
  const partner = new Int32Array(b.times.length).fill(-1)
  const isTaken = new Uint8Array(a.times.length)
  for (let j = 0; j < b.bibs.length; j += 1) {
    for (let i = firstOf(known, b.bibs[j] as number); i !== -1; i = known.next[i] as number) {
      if (isTaken[i] || Math.abs((a.times[i] as number) - (b.times[j] as number)) > WINDOW) continue
      partner[j] = i
      isTaken[i] = 1
      break
    }
  }
  const restOfA = rest(isTaken.length, (i) => isTaken[i] === 0)
  const restOfB = rest(partner.length, (j) => partner[j] === -1)
  const timesOfA = numbersOf(restOfA, (i) => a.times[i] as number)
  const timesOfB = numbersOf(restOfB, (j) => b.times[j] as number)
  const [isInA, isInB] = [within(a.times), within(b.times)]
  const steps = align(timesOfA, timesOfB, FAR, FAR, {
    firstAlone: timesOfA.map((time) => (isInB(time) ? MISSED : 0)),
    secondAlone: timesOfB.map((time) => (isInA(time) ? MISSED : 0)),
    pair(i, from, to, costs) {
      const time = timesOfA[i] as number
      const bib = a.bibs[restOfA[i] as number] as number
      for (let j = from; j < to; j += 1) {
        const apart = Math.abs(time - (timesOfB[j] as number))
        const other = b.bibs[restOfB[j] as number] as number
        const isOther = bib !== 0 && other !== 0 && bib !== other
        costs[j] = (apart / SPREAD) ** 2 / 2 + (isOther ? OTHER_BIB : 0)
      }
    },
  })
  for (const { first, second } of steps)
    if (first !== -1 && second !== -1) partner[restOfB[second] as number] = restOfA[first] as number
  return partner
}

/** Where each bib is in a list: the first place of each, and for each place the next one of its bib; -1 for none. */
interface Places {
  first: Int32Array
  next: Int32Array
}

function placesOf({ bibs }: Marks): Places {
  const first = new Int32Array(bibs.reduce((most, bib) => Math.max(most, bib), 0) + 1).fill(-1)
  const next = new Int32Array(bibs.length)
  for (let index = bibs.length - 1; index >= 0; index -= 1) {
    const bib = bibs[index] as number
    next[index] = first[bib] as number
    first[bib] = index
  }
  return { first, next }
}

function firstOf({ first }: Places, bib: number): number {
  return bib === 0 || bib >= first.length ? -1 : (first[bib] as number)
}

function rest(length: number, is: (index: number) => boolean): number[] {
  const found: number[] = []
  for (let index = 0; index < length; index += 1) if (is(index)) found.push(index)
  return found
}

/** Is a time between the first and the last one of a list, or close to them? */
function within(times: Float64Array): (time: number) => boolean {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0]
  return (time) => time >= from - WINDOW && time <= to + WINDOW
}

/** With fewer pairs than this the clocks are believed. */
const FEW = 8
/** So many differences have one median: clocks drift. */
const BLOCK = 40

/**
 * Moves a list to the clock of another one.
 * @param error how far both clocks may be apart, in ms
 * @returns the list with its times on the clock of `a`, and its partners there as `pairsOf` has them
 */
export function fitTo(a: Marks, b: Marks, error: number): { times: Float64Array; partner: Int32Array } {
  // The first list fits itself.
  if (a.times.length === 0) return { times: b.times, partner: new Int32Array(b.times.length).fill(-1) }
  const known = placesOf(a)
  const rough = roughShift(a, known, b, error)
  let times = b.times.map((time) => time + rough)
  let partner = pairsOf(a, known, { ...b, times })
  const paired = rest(partner.length, (j) => partner[j] !== -1)
  if (paired.length < FEW) return { times, partner }
  // The pairs of a rough shift give a better one.
  const differences = paired.map((j) => (a.times[partner[j] as number] as number) - (b.times[j] as number))
  const shift = smooth(
    numbersOf(paired, (j) => b.times[j] as number),
    differences,
  )
  times = b.times.map((time) => time + shift(time))
  partner = pairsOf(a, known, { ...b, times })
  return { times, partner }
}

/** The median of each block of differences, and a straight line between them. The times are asked for in their order. */
function smooth(times: Float64Array, differences: readonly number[]): (time: number) => number {
  const blocks = Math.max(1, Math.floor(times.length / BLOCK))
  const edge = (index: number) => (index === blocks ? times.length : index * BLOCK)
  const points = Array.from({ length: blocks }, (_, index) => {
    const [from, to] = [edge(index), edge(index + 1)]
    return { time: times[(from + to) >> 1] as number, shift: median(differences.slice(from, to)) }
  })
  let next = 0
  return (time) => {
    while (next < points.length && (points[next]?.time ?? 0) <= time) next += 1
    const [before, after] = [points[next - 1], points[next]]
    if (!before || !after) return (before ?? after)?.shift ?? 0
    return before.shift + ((after.shift - before.shift) * (time - before.time)) / (after.time - before.time)
  }
}

/** The width of a bin of differences, in ms, and the most times of a list that are looked at. */
const BIN = 200
const MOST = 1500

/** The difference that most pairs of times have. 0 where the clocks agree well enough. */
function roughShift(a: Marks, known: Places, b: Marks, error: number): number {
  // Two people who know a bib give a difference by themselves.
  const ofBibs: number[] = []
  for (let j = 0; j < b.bibs.length; j += 1) {
    const i = firstOf(known, b.bibs[j] as number)
    if (i !== -1) ofBibs.push((a.times[i] as number) - (b.times[j] as number))
  }
  if (ofBibs.length >= FEW) return median(ofBibs)
  if (error <= WINDOW / 4) return 0
  const bins = new Map<number, number>()
  const inA = thinned(a.times)
  let low = 0
  for (const time of thinned(b.times)) {
    while (low < inA.length && (inA[low] as number) < time - error) low += 1
    for (let i = low; i < inA.length && (inA[i] as number) <= time + error; i += 1) {
      const bin = Math.round(((inA[i] as number) - time) / BIN)
      bins.set(bin, (bins.get(bin) ?? 0) + 1)
    }
  }
  const around = (bin: number) => [-2, -1, 0, 1, 2].reduce((sum, by) => sum + (bins.get(bin + by) ?? 0), 0)
  let best = 0
  for (const bin of [...bins.keys()].sort((x, y) => Math.abs(x) - Math.abs(y) || x - y)) {
    if (around(bin) > around(best)) best = bin
  }
  return best * BIN
}

/** At most MOST times, which lie side by side. */
function thinned(times: Float64Array): Float64Array {
  if (times.length <= MOST) return times
  const skipped = Math.floor((times.length - MOST) / 2)
  return times.subarray(skipped, skipped + MOST)
}
