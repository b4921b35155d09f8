// What the function of results works with (docs/results.md). Times are ms; a `tick` is on the time line of one clock.

/**
 * A clock: the time line of one phone from one start of its screen to the next jump. Its ticks keep their order and their
 * distances, whatever the phone's date does. A phone that sleeps, or starts again, has a new clock.
 */
export interface ClockSample {
  clock: string
  /** The tick at which the server was asked. */
  tick: number
  /** The server's time (ms since the epoch) at tick 0, as this sample says it. */
  origin: number
  /** How far that may be off: half of the way there and back. */
  error: number
}

/** A clock that may be off by more than this is a doubt, in ms. */
export const CLOCK_ERROR = 1000

/** The phone of a clock: the part of the clock's id before `_`. A phone has one clock after the other. */
export function phoneOf(clock: string): string {
  return clock.split('_', 1)[0] ?? clock
}

/** What stands for the phone in the clock of a file of times, or of a sheet of paper. */
export const FILE = 'file'

/**
 * How a crossing was recorded. `tap`: a time alone. `bib`: a time and then the bib. `order`: a bib in the funnel, whose
 * time is later than the crossing.
 */
export const HOWS = ['tap', 'bib', 'order'] as const
export type How = (typeof HOWS)[number]

/** The points that every marathon has. */
export const ENDS = ['start', 'finish'] as const

/** The names of a marathon's points between start and finish, in their order. */
export function splitsOf({ splits }: { splits: string }): string[] {
  return splits === '' ? [] : (JSON.parse(splits) as string[])
}

/** What is recorded. `clock`: a sample of a clock. `bib`: the bib of a crossing, given later. */
export const RECORDING_KINDS = ['gun', 'crossing', 'retired', 'clock', 'bib'] as const
/** What is ruled (`Ruling`). `start`: the start is closed, or open again. `undo`: an earlier ruling does not count. */
export const RULING_KINDS = ['bib', 'time', 'state', 'gun', 'seen', 'start', 'undo'] as const
/** Each entry is in one of these. */
export const ENTRY_STATES = ['registered', 'started', 'finished', 'retired', 'notStarted', 'disqualified'] as const
/** The fields of a ruling on the wire that a kind has no use for. */
export const NO_RULING = {
  recordingId: null,
  rulingId: null,
  bib: '',
  point: '',
  time: null,
  since: null,
  state: null,
  reason: '',
  doubt: '',
} as const
/** What a person may rule an entry to be. */
export const STATES = ['notStarted', 'retired', 'disqualified'] as const

/** What somebody recorded at a point. It is never changed; who takes it back sets `isVoid`. */
export interface Recording {
  id: string
  kind: 'gun' | 'crossing' | 'retired'
  /** `start`, `finish`, or a split that the organiser named. */
  point: string
  how: How
  clock: string
  tick: number
  /** The time (ms since the epoch) as the phone knew it then: it counts where its clock has no sample. */
  at: number
  /** The bib as it is compared (contract/text/bib); '' for none. */
  bib: string
  isVoid: boolean
}

/** A recording and its time on the line of the point: that of the clock which is known best. */
export interface Timing {
  recording: Recording
  time: number
}

/** An entry with what decides about its state. */
export interface ResultEntry {
  id: string
  /** The bib as it is compared; '' for none. */
  bib: string
  /** Was it checked in? */
  isHere: boolean
}

/**
 * What a person ruled. Of two about the same, the later one counts (`at`, and then `id`).
 * - `bib`: the crossing of this recording is of this bib; '' says that nobody crossed.
 * - `time`: this bib crossed the point at this time (ms since the epoch), or so long after the gun (`since`, ms),
 *   whatever was recorded; null for both takes that back.
 * - `state`: this bib did not start, retired or is disqualified, and why; null takes that back.
 * - `gun`: times count from this gun.
 * - `seen`: somebody has looked at this doubt, and all is well.
 */
export type Ruling = { id: string; at: number } & (
  | { kind: 'bib'; recording: string; bib: string }
  | { kind: 'time'; bib: string; point: string; time: number | null; since: number | null }
  | { kind: 'state'; bib: string; state: (typeof STATES)[number] | null; reason: string }
  | { kind: 'gun'; recording: string }
  | { kind: 'seen'; doubt: string }
)
