import { median } from './banded.ts'
import type { TimedRecording } from './clocks.ts'
import { phoneOf, type Recording, type Timing } from './recording.ts'
import { fitTo, numberBibs, WINDOW } from './time-lists.ts'
import { byClock } from './too-fast.ts'

/** One crossing of a point, as all who recorded it say. */
export interface Passage {
  /** The middle of the times, ms since the epoch. */
  time: number
  /** In the order of their clocks, at most one of each. */
  timings: Timing[]
  /** The clocks that were recording then and have nothing here. */
  missedBy: readonly string[]
  /** Did it come faster than anybody taps (too-fast.ts)? */
  isTooFast: boolean
}

/** The passages of a point, and how far their times may be off from the server's, in ms. */
export interface Line {
  passages: Passage[]
  error: number
}

const NOBODY: readonly string[] = []

/** A passage while lists are joined. */
interface Joined extends Passage {
  /** The number of the bib that most give it; 0 for none. */
  bib: number
}

interface List {
  clock: string
  error: number
  timings: Timing[]
  /** What is laid beside nothing (too-fast.ts). */
  tooFast: Timing[]
}

/**
 * Brings the recordings of several phones at one point together. The clock of the gun comes first, or else the one that is
 * known best, and the others are moved to fit it. The result does not depend on the order in which recordings arrive.
 * @param gun the clock of the gun; '' where nobody knows
 * @param taps the crossings of the point that were tapped, clock by clock, without those that were taken back
 * @param decided whose recordings are, as persons decided; they count like typed bibs
 */
export function passagesOf(
  taps: readonly (readonly TimedRecording[])[],
  gun = '',
  decided: ReadonlyMap<string, string> = new Map(),
): Line {
  const rank = ({ clock }: List) => (clock === gun ? 0 : 1)
  const lists = byClock(taps)
    .map(listOf)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.error - b.error || b.timings.length - a.timings.length || (a.clock < b.clock ? -1 : 1),
    )
  const [best] = lists
  const passages: Joined[] = []
  // Mostly nothing is decided yet.
  const bibOf = ({ id, bib }: Recording) => (decided.size === 0 ? bib : (decided.get(id) ?? bib))
  const bibs = { bibOf, numberOf: numberBibs() }
  const merged = new Set<string>()
  const spans = lists.map((list) => merge(passages, list, (best?.error ?? 0) + list.error, bibs, merged))
  const known = new Map(spans.map((span) => [span.clock, span]))
  const spanOf = ({ recording: { clock } }: Timing) => known.get(clock) ?? known.get('')
  for (const passage of passages) {
    const { time, timings } = passage
    if (timings.length === spans.length) continue
    const missedBy = spans.filter(
      (span) =>
        time > span.from - WINDOW && time < span.to + WINDOW && !timings.some((timing) => spanOf(timing) === span),
    )
    if (missedBy.length > 0) passage.missedBy = missedBy.map(({ clock }) => clock)
  }
  const tooFast = lists.flatMap((list) => list.tooFast.map(alone))
  if (tooFast.length > 0) passages.push(...tooFast)
  return { passages: tooFast.length > 0 ? passages.sort(inOrder) : passages, error: best?.error ?? 0 }
}

function listOf({ clock, list, tooFast }: ReturnType<typeof byClock<TimedRecording>>[number]): List {
  return { clock, error: list.reduce((most, { error }) => Math.max(most, error), 0), timings: list, tooFast }
}

function alone({ recording, time }: Timing): Joined {
  return { time, timings: [{ recording, time }], missedBy: NOBODY, isTooFast: true, bib: 0 }
}

/** What names the bib of a recording, and numbers bibs. */
interface Bibs {
  bibOf: (recording: Recording) => string
  numberOf: (bib: string) => number
}

/**
 * Adds a list to the passages: each tap joins the crossing that it fits, or is one of its own.
 * @param merged the phones of the lists before. Those of this one are added
 * @returns from when to when the list recorded
 */
function merge(
  passages: Joined[],
  { clock, timings }: List,
  error: number,
  { bibOf, numberOf }: Bibs,
  merged: Set<string>,
): { clock: string; from: number; to: number } {
  // One phone has one tap of a crossing, also where it has had several clocks.
  const clocks = clock === '' ? new Set(timings.map(({ recording }) => recording.clock)) : [clock]
  const phones = new Set([...clocks].map(phoneOf))
  const others = [...phones].some((phone) => merged.has(phone))
    ? passages.filter(({ timings: own }) => !own.some(({ recording }) => phones.has(phoneOf(recording.clock))))
    : passages
  for (const phone of phones) merged.add(phone)
  const known = { times: new Float64Array(others.length), bibs: new Int32Array(others.length) }
  for (let index = 0; index < others.length; index += 1) {
    const passage = others[index] as Joined
    known.times[index] = passage.time
    known.bibs[index] = passage.bib
  }
  const list = { times: new Float64Array(timings.length), bibs: new Int32Array(timings.length) }
  for (let index = 0; index < timings.length; index += 1) {
    const { recording, time } = timings[index] as Timing
    list.times[index] = time
    list.bibs[index] = numberOf(bibOf(recording))
  }
  const { times: moved, partner } = fitTo(known, list, error)
  for (let index = 0; index < timings.length; index += 1) {
    const known = timings[index] as Timing
    const time = moved[index] as number
    const bib = list.bibs[index] as number
    const timing = time === known.time ? known : { recording: known.recording, time }
    const passage = others[partner[index] as number]
    if (passage) {
      passage.timings.push(timing)
      passage.time = middleOf(passage.timings)
      // One more for the bib that has most leaves it as it is.
      if (passage.bib === 0) passage.bib = bib
      else if (bib !== 0 && bib !== passage.bib) passage.bib = numberOf(mostNamed(passage, bibOf))
    } else passages.push({ time, timings: [timing], missedBy: NOBODY, isTooFast: false, bib })
  }
  passages.sort(inOrder)
  return { clock, from: moved[0] ?? Number.NaN, to: moved.at(-1) ?? Number.NaN }
}

function middleOf(timings: readonly Timing[]): number {
  const sure: number[] = []
  for (let index = 0; index < timings.length; index += 1) {
    const { recording, time } = timings[index] as Timing
    // Of a phone that types bibs, a tap without one is perhaps a second touch. It counts where there is no other.
    if (recording.how === 'tap' || recording.bib !== '') sure.push(time)
  }
  return median(sure.length > 0 ? sure : timings.map(({ time }) => time))
}

/** The bib that most recordings of a passage give it; '' for none. */
function mostNamed({ timings }: Passage, bibOf: Bibs['bibOf']): string {
  let [most, bib] = [0, '']
  for (const { recording } of timings) {
    const own = bibOf(recording)
    if (own === '') continue
    const count = timings.reduce((sum, other) => sum + (bibOf(other.recording) === own ? 1 : 0), 0)
    if (count > most || (count === most && own < bib)) [most, bib] = [count, own]
  }
  return bib
}

function inOrder(a: Passage, b: Passage): number {
  return a.time - b.time || compareIds(a, b)
}

function compareIds(a: Passage, b: Passage): number {
  const [x = '', y = ''] = [a.timings[0]?.recording.id, b.timings[0]?.recording.id]
  return x < y ? -1 : x > y ? 1 : 0
}
