import { align, median } from './banded.ts'

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
const LONGEST = 15 * 60_000
/** Clocks may say that somebody arrived before the crossing. */
const BEFORE = 3000
const SAME_BIB = -8
const OTHER_BIB = 8
const MISSED = 3
/** A way through the funnel that differs from the usual one by this, in ms, is a doubt. */
const LATE = 20_000
/** A delay that differs from the usual one by this, in ms, costs 1. */
const UNUSUAL = 10_000

/** Finds the crossing of each arrival: both lists are in order, and bibs that phones at the line gave hold them together. */
export function matchFunnel(crossings: readonly Crossing[], arrivals: readonly Arrival[]): Funnel {
  const usual = usualDelay(crossings, arrivals)
  const arrived = Float64Array.from(arrivals, ({ time }) => time)
  const crossed = Float64Array.from(crossings, ({ time }) => time)
  const steps = align(arrived, crossed, LONGEST, BEFORE, {
    firstAlone: () => MISSED,
    secondAlone: () => MISSED,
    pair: (i, j) => costOf(crossings[j] as Crossing, arrivals[i] as Arrival, usual),
  }).map(({ first, second }): Match => ({ arrival: first, crossing: second }))
  const funnel = sureOnes(steps, crossings, arrivals)
  const lates = funnel.sure.map((match) => ({ ...match, late: Math.abs(delayOf(match, crossings, arrivals) - usual) }))
  const most = Math.max(LATE, 5 * median(lates.map(({ late }) => late)))
  return { ...funnel, usual, most, late: lates.filter(({ late }) => late > most) }
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

/** May somebody who crossed at one time be in the funnel at the other? */
function isOnTime(crossing: number, arrival: number): boolean {
  return arrival - crossing >= -BEFORE && arrival - crossing <= LONGEST
}

function costOf({ time, bibs }: Crossing, arrival: Arrival, usual: number): number {
  const delay = arrival.time - time
  if (!isOnTime(time, arrival.time)) return Number.POSITIVE_INFINITY
  const ofBib = bibs.length === 0 ? 0 : bibs.includes(arrival.bib) ? SAME_BIB : OTHER_BIB
  return ofBib + Math.abs(delay - usual) / UNUSUAL
}

/** The usual way from the line to the place where bibs are written down: that of known bibs, or of the n-th of both lists. */
function usualDelay(crossings: readonly Crossing[], arrivals: readonly Arrival[]): number {
  const known = new Map(crossings.flatMap(({ time, bibs }) => bibs.map((bib) => [bib, time] as const)))
  const ofBibs = arrivals.flatMap(({ bib, time }) => (known.has(bib) ? [time - (known.get(bib) as number)] : []))
  if (ofBibs.length > 0) return median(ofBibs)
  const count = Math.min(crossings.length, arrivals.length)
  return median(
    Array.from({ length: count }, (_, n) => (arrivals[n] as Arrival).time - (crossings[n] as Crossing).time),
  )
}
