import { median } from './banded.ts'
import type { Timed } from './clocks.ts'
import { fitTo, WINDOW } from './marks.ts'
import type { Recording } from './recording.ts'

/** A recording and its time on the line of the point: that of the clock which is known best. */
export interface Timing {
  recording: Recording
  time: number
}

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
 * @param recordings the crossings of the point that were tapped, without those that were taken back
 */
export function passagesOf(recordings: readonly Recording[], timeOf: (recording: Recording) => Timed, gun = ''): Line {
  const rank = ({ clock }: List) => (clock === gun ? 0 : 1)
  const lists = [...Map.groupBy(recordings, ({ clock }) => clock)]
    .map(([clock, list]) => listOf(clock, list, timeOf))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.error - b.error || b.timings.length - a.timings.length || (a.clock < b.clock ? -1 : 1),
    )
  const [best] = lists
  let passages: Passage[] = []
  for (const list of lists) passages = merge(passages, list, (best?.error ?? 0) + list.error)
  const spans = new Map<string, [number, number]>()
  for (const { timings } of passages)
    for (const { recording, time } of timings) {
      const span = spans.get(recording.clock)
      if (span) span[1] = time
      else spans.set(recording.clock, [time, time])
    }
  const missing = [...spans]
  for (const passage of passages) {
    const seen = new Set(passage.timings.map(({ recording }) => recording.clock))
    passage.missedBy = missing
      .filter(([clock, [from, to]]) => !seen.has(clock) && passage.time > from - WINDOW && passage.time < to + WINDOW)
      .map(([clock]) => clock)
  }
  return { passages, error: best?.error ?? 0, spans }
}

/** The recordings of one clock, in the order of its ticks. */
function listOf(clock: string, recordings: readonly Recording[], timeOf: (recording: Recording) => Timed): List {
  const sorted = [...recordings].sort((a, b) => a.tick - b.tick || (a.id < b.id ? -1 : 1))
  const timed = sorted.map((recording) => ({ recording, ...timeOf(recording) }))
  return {
    clock,
    error: timed.reduce((most, { error }) => Math.max(most, error), 0),
    timings: timed.map(({ recording, time }) => ({ recording, time })),
  }
}

/** The passages with one more list: each tap joins the crossing that it fits, or is one of its own. */
function merge(passages: readonly Passage[], { timings }: List, error: number): Passage[] {
  const known = { times: Float64Array.from(passages, ({ time }) => time), bibs: passages.map(bibOf) }
  const times = Float64Array.from(timings, ({ time }) => time)
  const bibs = timings.map(({ recording }) => recording.bib)
  const { times: moved, partner } = fitTo(known, { times, bibs }, error)
  const joined = [...passages]
  const alone: Passage[] = []
  for (const [index, { recording }] of timings.entries()) {
    const timing = { recording, time: moved[index] as number }
    const passage = joined[partner[index] as number]
    if (passage) joined[partner[index] as number] = passageOf([...passage.timings, timing])
    else alone.push(passageOf([timing]))
  }
  return [...joined, ...alone].sort((a, b) => a.time - b.time || compareIds(a, b))
}

function passageOf(timings: Timing[]): Passage {
  // Of a phone that types bibs, a tap without one is perhaps a second touch. It counts where there is no other.
  const sure = timings.filter(({ recording: { how, bib } }) => how === 'tap' || bib !== '')
  return { time: middleOf(sure.length > 0 ? sure : timings), timings, missedBy: [] }
}

/** The middle of the times. */
function middleOf(timings: readonly Timing[]): number {
  const [a, b] = timings
  if (timings.length === 1 && a) return a.time
  if (timings.length === 2 && a && b) return (a.time + b.time) / 2
  return median(timings.map(({ time }) => time))
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
