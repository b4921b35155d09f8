import { align, median } from './banded.ts'

// Two lists of times of the same people: who in one list is who in the other. A list misses somebody now and then, and has
// somebody twice.

/** A list of times in ms, in their order, each with the number of its bib (`numberBibs`); 0 for none. */
export interface TimeList {
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
 * Pairs the times of two lists. First those with the same bib, whatever order people tapped in who crossed together, and then
 * the others by their times. Outside of the time that a list covers, missing costs nothing.
 * @param known where each bib is in `a`
 * @param b with its times on the clock of `a`
 * @returns for each of `b` its index in `a`; -1 for one that `a` has not
 */
function pairsOf(a: TimeList, known: Places, b: TimeList): Int32Array {
  const partner = new Int32Array(b.times.length).fill(-1)
  const isTaken = new Uint8Array(a.times.length)
  const isPaired = new Uint8Array(b.times.length)
  for (let j = 0; j < b.bibs.length; j += 1) {
    for (let i = firstOf(known, b.bibs[j] as number); i !== -1; i = known.next[i] as number) {
      if (isTaken[i] || Math.abs((a.times[i] as number) - (b.times[j] as number)) > WINDOW) continue
      partner[j] = i
      isTaken[i] = 1
      isPaired[j] = 1
      break
    }
  }
  const restOfA = restOf(a, isTaken)
  const restOfB = restOf(b, isPaired)
  const found = align(restOfA.times, restOfB.times, FAR, FAR, {
    firstAlone: aloneCosts(restOfA.times, b.times),
    secondAlone: aloneCosts(restOfB.times, a.times),
    pair(i, from, to, costs) {
      const time = restOfA.times[i] as number
      const bib = restOfA.bibs[i] as number
      for (let j = from; j < to; j += 1) {
        const apart = (time - (restOfB.times[j] as number)) / SPREAD
        const other = restOfB.bibs[j] as number
        costs[j] = (apart * apart) / 2 + (bib !== 0 && other !== 0 && bib !== other ? OTHER_BIB : 0)
      }
    },
  })
  for (let j = 0; j < found.length; j += 1) {
    const i = found[j] as number
    if (i !== -1) partner[restOfB.at[j] as number] = restOfA.at[i] as number
  }
  return partner
}

/** Where each bib is in a list: the first place of each, and for each place the next one of its bib; -1 for none. */
interface Places {
  first: Int32Array
  next: Int32Array
}

function placesOf({ bibs }: TimeList): Places {
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

/** The times of a list that are not taken, and their places in it. */
function restOf({ times, bibs }: TimeList, isTaken: Uint8Array): TimeList & { at: Int32Array } {
  const rest = { times: times.slice(), bibs: bibs.slice(), at: new Int32Array(times.length) }
  let count = 0
  for (let index = 0; index < isTaken.length; index += 1) {
    if (isTaken[index]) continue
    rest.times[count] = times[index] as number
    rest.bibs[count] = bibs[index] as number
    rest.at[count] = index
    count += 1
  }
  return { times: rest.times.subarray(0, count), bibs: rest.bibs.subarray(0, count), at: rest.at }
}

/** What it costs each time to be alone: nothing where the other list was not recording, and not close to that. */
function aloneCosts(times: Float64Array, others: Float64Array): Float64Array {
  const [from, to] = [(others[0] ?? 0) - WINDOW, (others.at(-1) ?? 0) + WINDOW]
  const costs = new Float64Array(times.length)
  for (let index = 0; index < costs.length; index += 1) {
    const time = times[index] as number
    if (time >= from && time <= to) costs[index] = MISSED
  }
  return costs
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
export function fitTo(a: TimeList, b: TimeList, error: number): { times: Float64Array; partner: Int32Array } {
  // The first list fits itself.
  if (a.times.length === 0) return { times: b.times, partner: new Int32Array(b.times.length).fill(-1) }
  const known = placesOf(a)
  const rough = roughShift(a, known, b, error)
  let times: Float64Array = b.times.map((time) => time + rough)
  let partner = pairsOf(a, known, { ...b, times })
  // The pairs of a rough shift give a better one.
  const paired = { times: new Float64Array(partner.length), differences: new Float64Array(partner.length) }
  let count = 0
  for (let j = 0; j < partner.length; j += 1) {
    const i = partner[j] as number
    if (i === -1) continue
    paired.times[count] = b.times[j] as number
    paired.differences[count] = (a.times[i] as number) - (b.times[j] as number)
    count += 1
  }
  if (count < FEW) return { times, partner }
  times = smoothed(b.times, paired.times.subarray(0, count), paired.differences.subarray(0, count))
  partner = pairsOf(a, known, { ...b, times })
  return { times, partner }
}

/** Times, moved by the median of each block of differences, and by a straight line between them. All are in their order. */
function smoothed(all: Float64Array, times: Float64Array, differences: Float64Array) {
  const blocks = Math.max(1, Math.floor(times.length / BLOCK))
  const edge = (index: number) => (index === blocks ? times.length : index * BLOCK)
  const points = Array.from({ length: blocks }, (_, index) => {
    const [from, to] = [edge(index), edge(index + 1)]
    return { time: times[(from + to) >> 1] as number, shift: median(differences.subarray(from, to)) }
  })
  const moved = new Float64Array(all.length)
  let next = 0
  for (let index = 0; index < all.length; index += 1) {
    const time = all[index] as number
    while (next < points.length && (points[next]?.time ?? 0) <= time) next += 1
    const before = points[next - 1]
    const after = points[next]
    let shift = (before ?? after)?.shift ?? 0
    if (before && after) shift += ((after.shift - before.shift) * (time - before.time)) / (after.time - before.time)
    moved[index] = time + shift
  }
  return moved
}

/** The width of a bin of differences, in ms, and the most times of a list that are looked at. */
const BIN = 200
const MOST = 1500

/** The difference that most pairs of times have. 0 where the clocks agree well enough. */
function roughShift(a: TimeList, known: Places, b: TimeList, error: number): number {
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
