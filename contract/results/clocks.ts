import { median, numbersOf } from './banded.ts'
import type { ClockSample, Recording } from './recording.ts'

/** How fast clocks of phones go wrong, in ms a ms: 50 parts in a million are more than most do. */
export const DRIFT = 50e-6
/** How far a phone's own time may be off, where its clock was never compared with the server's. */
const UNKNOWN_ERROR = 120_000

/** A time on the server's time line, and how far it may be off. */
export interface Timed {
  time: number
  error: number
}

/** A recording with its time as its own clock tells it, and how far that may be off. */
export interface TimedRecording extends Timed {
  recording: Recording
}

/** What one clock recorded, in the order of its ticks and ids, and what that follows from. */
interface ClockTimes {
  samples: readonly ClockSample[]
  recordings: readonly Recording[]
  timed: readonly TimedRecording[]
  /** The crossings among these, by their points. */
  crossings: ReadonlyMap<string, readonly TimedRecording[]>
  /** The guns, and who retired. */
  others: readonly TimedRecording[]
}

/** What came of each clock: in the next list, which differs by a row, most clocks are the same. */
export type ClockMemo = Map<string, ClockTimes>

/** Are both lists of the same things? */
export function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/**
 * Things by their keys, in their order, as `Map.groupBy`. Neighbours mostly have the same key, so it takes half of the time.
 * @param keyOf null leaves one out
 */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  let last: string | null = null
  let group: T[] = []
  for (let index = 0; index < all.length; index += 1) {
    const one = all[index] as T
    const key = keyOf(one)
    if (key === null) continue
    if (key !== last) {
      group = groups.get(key) ?? []
      groups.set(key, group)
      last = key
    }
    group.push(one)
  }
  return groups
}

/**
 * Says when recordings were, on the server's time line. Between two samples of its clock the drift is even; beyond them
 * the error grows with the distance.
 *
 * The times of one clock keep the order of its ticks. Two samples that disagree would say otherwise, and so would the
 * times of a clock without a sample where the server has changed some that cannot be: there most recordings decide.
 * @param recordings those that were taken back have no time
 * @param memo that of the list before: what comes of a clock with the same recordings and samples is the same object
 */
export function clocksOf(
  samples: readonly ClockSample[],
  recordings: readonly Recording[],
  memo: ClockMemo = new Map(),
): ClockTimes[] {
  const ofSamples = Map.groupBy(samples, ({ clock }) => clock)
  return [...grouped(recordings, (one) => (one.isVoid ? null : one.clock))].map(([clock, list]) => {
    const known = ofSamples.get(clock) ?? []
    const before = memo.get(clock)
    if (before && isSame(before.samples, known) && isSame(before.recordings, list)) return before
    const timed = timedByClock(known, list)
    const crossings = grouped(timed, ({ recording: { kind, point } }) => (kind === 'crossing' ? point : null))
    const others = timed.filter(({ recording }) => recording.kind !== 'crossing')
    const times: ClockTimes = { samples: known, recordings: list, timed, crossings, others }
    memo.set(clock, times)
    return times
  })
}

/** When recordings were (`clocksOf`), clock by clock, in the order of the ticks. */
export function timedOf(samples: readonly ClockSample[], recordings: readonly Recording[]): TimedRecording[] {
  return clocksOf(samples, recordings).flatMap(({ timed }) => timed)
}

/** The times of one clock. */
function timedByClock(samples: readonly ClockSample[], recordings: Recording[]): TimedRecording[] {
  const sides = samples.length > 0 ? sidesOf(samples) : undefined
  const origin = sides ? 0 : originOf(recordings)
  let latest = Number.NEGATIVE_INFINITY
  return inOrder(recordings).map((recording) => {
    const { tick } = recording
    const at = sides ? originAt(sides, tick) : { origin, error: UNKNOWN_ERROR }
    latest = Math.max(latest, at.origin + tick)
    return { recording, time: latest, error: at.error }
  })
}

/** The recordings of a clock by their ticks, and then their ids. Nearly always they are in this order already. */
function inOrder(list: Recording[]): Recording[] {
  const compare = (a: Recording, b: Recording) => a.tick - b.tick || (a.id < b.id ? -1 : 1)
  const isOrdered = list.every((one, index) => index === 0 || compare(list[index - 1] as Recording, one) <= 0)
  return isOrdered ? list : list.toSorted(compare)
}

/**
 * The origin of a clock without a sample, by what most of its recordings say. None of them was after the latest time:
 * of a phone whose date is ahead the server has set them all to the moment when they came.
 */
function originOf(list: readonly Pick<Recording, 'tick' | 'at'>[]): number {
  const last = list.reduce((latest, one) => ({
    tick: Math.max(latest.tick, one.tick),
    at: Math.max(latest.at, one.at),
  }))
  return Math.min(median(list.map(({ at, tick }) => at - tick)), last.at - last.tick)
}

/** The samples of a clock in the order of their ticks, and for each one the best up to it, and the best from it on. */
interface Sides {
  ticks: Float64Array
  before: ClockSample[]
  after: ClockSample[]
}

function sidesOf(samples: readonly ClockSample[]): Sides {
  const sorted = samples.toSorted((a, b) => a.tick - b.tick || a.error - b.error || a.origin - b.origin)
  const before = [...sorted]
  const after = [...sorted]
  // Of two samples on one side, the same one is the best at each tick of the other side.
  for (let index = 1; index < sorted.length; index += 1) {
    const [one, other] = [before[index - 1] as ClockSample, sorted[index] as ClockSample]
    if (other.error >= errorAt(one, other.tick)) before[index] = one
  }
  for (let index = sorted.length - 2; index >= 0; index -= 1) {
    const [one, other] = [sorted[index] as ClockSample, after[index + 1] as ClockSample]
    if (errorAt(other, one.tick) < one.error) after[index] = other
  }
  return { ticks: numbersOf(sorted, ({ tick }) => tick), before, after }
}

/** How far a sample may be off at a tick: one with a small error is worth more than one that is near. */
function errorAt({ tick, error }: ClockSample, at: number): number {
  return error + Math.abs(tick - at) * DRIFT
}

/** The origin of a clock at a tick. */
function originAt(
  { ticks, before: bestUpTo, after: bestFrom }: Sides,
  tick: number,
): Pick<ClockSample, 'origin' | 'error'> {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] as number) <= tick) low = middle + 1
    else high = middle
  }
  const [before, after] = [bestUpTo[low - 1], bestFrom[low]]
  if (!before || !after) {
    const only = (before ?? after) as ClockSample
    return { origin: only.origin, error: errorAt(only, tick) }
  }
  // Of two that no drift explains one is wrong: the date of a phone may have been set while its app was closed.
  if (Math.abs(after.origin - before.origin) > errorAt(before, after.tick) + after.error) {
    const better = errorAt(after, tick) < errorAt(before, tick) ? after : before
    return { origin: better.origin, error: errorAt(better, tick) }
  }
  const part = (tick - before.tick) / (after.tick - before.tick)
  const origin = before.origin + (after.origin - before.origin) * part
  return { origin, error: Math.max(before.error, after.error) }
}
