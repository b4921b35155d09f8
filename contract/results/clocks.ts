import type { ClockSample, Recording } from './recording.ts'

/** How fast clocks of phones go wrong, in ms a ms: 50 parts in a million are more than most do. */
const DRIFT = 50e-6
/** How far a phone's own time may be off, where its clock was never compared with the server's. */
const UNKNOWN_ERROR = 120_000

/** A time on the server's time line, and how far it may be off. */
export interface Timed {
  time: number
  error: number
}

/**
 * Makes the function that says when a recording was, on the server's time line. Between two samples of its clock the
 * drift is even; beyond them the error grows with the distance.
 */
export function timesOf(
  samples: readonly ClockSample[],
): (recording: Pick<Recording, 'clock' | 'tick' | 'at'>) => Timed {
  const clocks = Map.groupBy(samples, ({ clock }) => clock)
  for (const list of clocks.values()) list.sort((a, b) => a.tick - b.tick || a.error - b.error || a.origin - b.origin)
  return ({ clock, tick, at }) => {
    const known = clocks.get(clock)
    if (!known) return { time: at, error: UNKNOWN_ERROR }
    const { origin, error } = originAt(known, tick)
    return { time: origin + tick, error }
  }
}

/** The origin of a clock at a tick. @param samples in the order of their ticks, at least one */
function originAt(samples: readonly ClockSample[], tick: number): Pick<ClockSample, 'origin' | 'error'> {
  // The best sample on each side: one with a small error is worth more than one that is near.
  const worth = (sample: ClockSample) => sample.error + Math.abs(sample.tick - tick) * DRIFT
  const best = (side: readonly ClockSample[]) =>
    side.reduce<ClockSample | null>((one, sample) => (one === null || worth(sample) < worth(one) ? sample : one), null)
  const before = best(samples.filter((sample) => sample.tick <= tick))
  const after = best(samples.filter((sample) => sample.tick > tick))
  if (!before || !after) {
    const only = before ?? after
    return only ? { origin: only.origin, error: worth(only) } : { origin: 0, error: UNKNOWN_ERROR }
  }
  const part = (tick - before.tick) / (after.tick - before.tick)
  const origin = before.origin + (after.origin - before.origin) * part
  return { origin, error: Math.max(before.error, after.error) }
}
