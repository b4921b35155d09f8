import { align, median, numbersOf } from './banded.ts'

// Bibs that somebody wrote down in the funnel, in the order in which people crossed: which crossing is whose.

/** A crossing for the funnel: its time, and the bibs that phones at the line gave it. */
export interface Crossing {
  time: number
  bibs: readonly string[]
}
/** A bib of the funnel, and when it was written down there. */
export interface Arrival {
  time: number
  bib: string
}
/** A crossing and an arrival that belong together, by their indices. */
export interface Match {
  crossing: number
  arrival: number
}
/** The matches, and of each stretch between known bibs whose counts do not agree, who is in it. */
export interface Funnel {
  sure: Match[]
  /** The usual way from the line to the place where bibs are written down, and how far it may differ, in ms. */
  usual: number
  most: number
  /** Of the sure ones those whose way through the funnel was unusually long or short, by `late` ms. */
  late: (Match & { late: number })[]
  unsure: { matches: Match[]; crossings: number[]; arrivals: number[] }[]
}

/** Nobody is longer in a funnel, in ms. */
export const LONGEST = 15 * 60_000
/** Clocks may say that somebody arrived before the crossing, by this. */
const BEFORE = 3000
const SAME_BIB = -8
const OTHER_BIB = 8
const MISSED = 3
/** A way through the funnel that differs from the usual one by this, in ms, is a doubt. */
const LATE = 20_000
/** A delay that differs from the usual one by this, in ms, costs 1. */
const UNUSUAL = 10_000

/** Two alone cost less than a pair with a way that differs from the usual one by more than this, in ms. */
const FAR = (2 * MISSED - SAME_BIB) * UNUSUAL

/** Finds the crossing of each arrival: both lists are in order, and bibs that phones at the line gave hold them together. */
export function matchFunnel(crossings: readonly Crossing[], arrivals: readonly Arrival[]): Funnel {
  const ofBib = byBib(crossings)
  const usual = usualDelay(crossings, arrivals, ofBib)
  const arrived = numbersOf(arrivals, ({ time }) => time)
  const crossed = numbersOf(crossings, ({ time }) => time)
  const ofOther = numbersOf(crossings, ({ bibs }) => (bibs.length === 0 ? 0 : OTHER_BIB))
  const costOf = (i: number, j: number, bib: number) => {
    const delay = (arrived[i] as number) - (crossed[j] as number)
    return delay >= -BEFORE && delay <= LONGEST ? bib + Math.abs(delay - usual) / UNUSUAL : Number.POSITIVE_INFINITY
  }
  const partner = align(arrived, crossed, Math.min(LONGEST, usual + FAR), Math.min(BEFORE, FAR - usual), {
    firstAlone: new Float64Array(arrived.length).fill(MISSED),
    secondAlone: new Float64Array(crossed.length).fill(MISSED),
    pair(i, from, to, costs) {
      for (let j = from; j < to; j += 1) costs[j] = costOf(i, j, ofOther[j] as number)
      for (const j of ofBib.get((arrivals[i] as Arrival).bib) ?? [])
        if (j >= from && j < to) costs[j] = costOf(i, j, SAME_BIB)
    },
  })
  const funnel = sureOnes(stepsOf(partner, arrivals.length), crossings, arrivals)
  const lates = funnel.sure.map((match) => ({ ...match, late: Math.abs(delayOf(match, crossings, arrivals) - usual) }))
  const most = Math.max(LATE, 5 * median(lates.map(({ late }) => late)))
  return { ...funnel, usual, most, late: lates.filter(({ late }) => late > most) }
}

/**
 * Times for bibs of which the order alone is known: each has that of the crossing in its place. Bibs that phones at the
 * line gave hold both lists together. Between two of them the n-th bib is of the n-th crossing without a bib.
 * @param crossings by their times
 */
export function timesByOrder(crossings: readonly Crossing[], bibs: readonly string[]): number[] {
  const ofBib = byBib(crossings)
  const times: number[] = []
  const open = (from: number, to: number) => crossings.slice(from, to).filter((one) => one.bibs.length === 0)
  let next = 0
  const place = (count: number, to: number) => {
    const here = open(next, to)
    const last = crossings[Math.max(0, to - 1)]?.time ?? 0
    for (let n = 0; n < count; n += 1) times.push((here[n] ?? here.at(-1))?.time ?? last)
  }
  for (const [index, bib] of bibs.entries()) {
    const known = ofBib.get(bib)?.find((at) => at >= next)
    if (known === undefined) continue
    place(index - times.length, known)
    times.push((crossings[known] as Crossing).time)
    next = known + 1
  }
  place(bibs.length - times.length, crossings.length)
  return times
}

/** The crossings of each bib, by their indices. */
function byBib(crossings: readonly Crossing[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [index, { bibs }] of crossings.entries())
    for (const bib of bibs) {
      const list = found.get(bib)
      if (list) list.push(index)
      else found.set(bib, [index])
    }
  return found
}

/** Everybody of both lists in order: those who belong together, and those who are alone (the other is -1). */
function stepsOf(partner: Int32Array, arrivals: number): Match[] {
  const steps: Match[] = []
  let next = 0
  const aloneUpTo = (end: number) => {
    for (; next < end; next += 1) steps.push({ arrival: next, crossing: -1 })
  }
  for (const [crossing, arrival] of partner.entries()) {
    aloneUpTo(arrival)
    steps.push({ arrival, crossing })
    if (arrival !== -1) next += 1
  }
  aloneUpTo(arrivals)
  return steps
}

/** The matches of the steps (-1 stands for nobody). Between two known bibs they are sure if nobody is alone there. */
function sureOnes(steps: readonly Match[], crossings: readonly Crossing[], arrivals: readonly Arrival[]) {
  const found: Pick<Funnel, 'sure' | 'unsure'> = { sure: [], unsure: [] }
  let run: Match[] = []
  const close = () => {
    const matches = run.filter(({ crossing, arrival }) => crossing !== -1 && arrival !== -1)
    if (matches.length === run.length) found.sure.push(...matches)
    else {
      const inRun = (list: 'crossing' | 'arrival') => run.map((step) => step[list]).filter((index) => index !== -1)
      found.unsure.push({ matches, crossings: inRun('crossing'), arrivals: inRun('arrival') })
    }
    run = []
  }
  for (const step of steps) {
    const bibs = crossings[step.crossing]?.bibs ?? []
    // Who crossed with a bib from the line, and is not in this list of the funnel, says nothing about the others.
    if (step.arrival === -1 && bibs.length > 0) continue
    if (step.arrival === -1 || !bibs.includes((arrivals[step.arrival] as Arrival).bib)) run.push(step)
    else {
      close()
      found.sure.push(step)
    }
  }
  close()
  return found
}

function delayOf({ crossing, arrival }: Match, crossings: readonly Crossing[], arrivals: readonly Arrival[]): number {
  return (arrivals[arrival] as Arrival).time - (crossings[crossing] as Crossing).time
}

/** The usual way from the line to the place where bibs are written down: that of known bibs, or of the n-th of both lists. */
function usualDelay(
  crossings: readonly Crossing[],
  arrivals: readonly Arrival[],
  ofBib: ReadonlyMap<string, readonly number[]>,
): number {
  const ofBibs: number[] = []
  for (const { bib, time } of arrivals) {
    const last = ofBib.get(bib)?.at(-1)
    if (last !== undefined) ofBibs.push(time - (crossings[last] as Crossing).time)
  }
  if (ofBibs.length > 0) return median(ofBibs)
  const count = Math.min(crossings.length, arrivals.length)
  return median(
    Array.from({ length: count }, (_, n) => (arrivals[n] as Arrival).time - (crossings[n] as Crossing).time),
  )
}
