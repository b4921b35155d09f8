import { median } from './banded.ts'
import type { Timed } from './clocks.ts'
import { fitTo, WINDOW } from './marks.ts'
import type { Recording } from './recording.ts'

/** A recording and its time on the line of the point: that of the clock which is known best. */
export interface Timing {
  recording: Recording
  time: number
}

/** A recording with its time as its own clock tells it, and how far that may be off. */
export type TimedRecording = Timing & Timed

/** One crossing of a point, as all who recorded it say. */
export interface Passage {
  /** The middle of the times, ms since the epoch. */
  time: number
  /** In the order of their clocks, at most one of each. */
  timings: Timing[]
  /** The clocks that were recording then and have nothing here. */
  missedBy: string[]
}

/** The passages of a point, and how far their times may be off from the server's, in ms. */
export interface Line {
  passages: Passage[]
  error: number
  /** The clocks that recorded here, each with the first and the last time. */
  spans: ReadonlyMap<string, readonly [from: number, to: number]>
}

interface List {
  clock: string
  error: number
  timings: Timing[]
}

/**
 * Brings the recordings of several phones at one point together. The clock of the gun comes first, or else the one that is
 * known best, and the others are moved to fit it. The result does not depend on the order in which recordings arrive.
 * @param gun the clock of the gun; '' where nobody knows
 * @param taps the crossings of the point that were tapped, without those that were taken back
 */
export function passagesOf(taps: readonly TimedRecording[], gun = ''): Line {
  const rank = ({ clock }: List) => (clock === gun ? 0 : 1)
  const lists = [...Map.groupBy(taps, ({ recording }) => recording.clock)]
    .map(([clock, list]) => listOf(clock, list))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.error - b.error || b.timings.length - a.timings.length || (a.clock < b.clock ? -1 : 1),
    )
  const [best] = lists
  const passages: Passage[] = []
  for (const list of lists) merge(passages, list, (best?.error ?? 0) + list.error)
  const spans = new Map<string, [number, number]>()
  for (const { timings } of passages)
    for (const { recording, time } of timings) {
      const span = spans.get(recording.clock)
      if (span) span[1] = time
      else spans.set(recording.clock, [time, time])
    }
  for (const passage of passages) {
    const { time, timings } = passage
    if (timings.length === spans.size) continue
    for (const [clock, [from, to]] of spans) {
      const isRecording = time > from - WINDOW && time < to + WINDOW
      if (isRecording && !timings.some(({ recording }) => recording.clock === clock)) passage.missedBy.push(clock)
    }
  }
  return { passages, error: best?.error ?? 0, spans }
}

/** The recordings of one clock, in the order of its ticks. */
function listOf(clock: string, taps: readonly TimedRecording[]): List {
  return {
    clock,
    error: taps.reduce((most, { error }) => Math.max(most, error), 0),
    timings: taps.toSorted(({ recording: a }, { recording: b }) => a.tick - b.tick || (a.id < b.id ? -1 : 1)),
  }
}

/** Adds a list to the passages: each tap joins the crossing that it fits, or is one of its own. */
function merge(passages: Passage[], { timings }: List, error: number): void {
  const known = { times: Float64Array.from(passages, ({ time }) => time), bibs: passages.map(bibOf) }
  const times = Float64Array.from(timings, ({ time }) => time)
  const bibs = timings.map(({ recording }) => recording.bib)
  const { times: moved, partner } = fitTo(known, { times, bibs }, error)
  for (const [index, { recording }] of timings.entries()) {
    const time = moved[index] as number
    const passage = passages[partner[index] as number]
    if (passage) {
      passage.timings.push({ recording, time })
      passage.time = middleOf(passage.timings)
    } else passages.push({ time, timings: [{ recording, time }], missedBy: [] })
  }
  passages.sort((a, b) => a.time - b.time || compareIds(a, b))
}

function middleOf(timings: readonly Timing[]): number {
  // Of a phone that types bibs, a tap without one is perhaps a second touch. It counts where there is no other.
  const sure = timings.filter(({ recording: { how, bib } }) => how === 'tap' || bib !== '')
  return median((sure.length > 0 ? sure : timings).map(({ time }) => time))
}

/** The bib that most recordings of a passage give it; '' for none. */
function bibOf({ timings }: Passage): string {
  let [most, bib] = [0, '']
  for (const { recording } of timings) {
    if (recording.bib === '') continue
    const count = timings.reduce((sum, other) => sum + (other.recording.bib === recording.bib ? 1 : 0), 0)
    if (count > most || (count === most && recording.bib < bib)) [most, bib] = [count, recording.bib]
  }
  return bib
}

function compareIds(a: Passage, b: Passage): number {
  const [x = '', y = ''] = [a.timings[0]?.recording.id, b.timings[0]?.recording.id]
  return x < y ? -1 : x > y ? 1 : 0
}
