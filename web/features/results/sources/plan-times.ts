import { MAX_RECORDINGS } from '../../../../contract/limits.ts'
import { timedOf } from '../../../../contract/results/clocks.ts'
import { byWorth, ruledGun } from '../../../../contract/results/gun.ts'
import { FILE, phoneOf } from '../../../../contract/results/recording.ts'
import type { RecordingFields } from '../../../../contract/results/recording-schema.ts'
import { resultRows } from '../../../../contract/results/result-rows.ts'
import { isMadeBy } from '../../../../contract/text/owned-id.ts'
import { idFromContent } from '../../../store/new-id.ts'
import type { Edit } from '../../../store/outbox.ts'
import type { Recorded } from '../../../store/rows/recordings.ts'
import type { ReadCrossing, ReadTimes, TimesWhat } from './read-times.ts'

// A file, or a sheet, is one clock. What is recorded of it has ids that follow from what it says, so that the same file adds
// nothing, and a longer one of the same watch adds its new lines.

type Recordings = Recorded['recordings']

/** A recording of a file, with its id. */
export interface Planned {
  id: string
  patch: RecordingFields
}

/** So many first crossings tell one file from another. */
const FIRST = 3
/** Lines between two moments at which the page may do something else. */
const AT_ONCE = 20

/**
 * The clock of a file. One whose recordings were all taken back is another one, so that the file can come in again.
 * @param sheet the id of a sheet; null for a file, whose first crossings tell it
 */
export function clockOf(
  uid: string,
  marathonId: string,
  what: TimesWhat,
  of: { sheet: string | null; crossings: readonly ReadCrossing[] },
  recordings: Recordings,
): string {
  const first = of.crossings.slice(0, FIRST).map(({ point, bib, reading }) => [point, bib, reading])
  for (let round = 0; ; round += 1) {
    const clock = `${FILE}_${idFromContent(uid, ['file', marathonId, what, of.sheet ?? first, round])}`
    const before = recordings.filter((one) => one.clock === clock)
    if (before.length === 0 || before.some(({ voidedAt }) => voidedAt === null)) return clock
  }
}

/** When a watch was started, and how far that may be off in ms; null where nobody knows that. */
export interface Start {
  at: number
  error: number | null
}

/**
 * Makes the recordings of what was read, some lines at a time. Where the start of the watch is a gun, its time is known
 * as well as that of the gun, and a sample of the clock says so. Of another watch nobody knows it, and the results
 * doubt it.
 * @param start of times since a start
 */
export function* planTimes(
  uid: string,
  { kind, crossings }: ReadTimes,
  { what, ...of }: Pick<RecordingFields, 'marathonId' | 'clock'> & { what: TimesWhat },
  start: Start | null,
): Generator<undefined, Planned[]> {
  const isOrder = what === 'order'
  const accuracy = kind === 'day' || isOrder ? null : (start?.error ?? null)
  const base = { ...of, kind: isOrder ? 'crossing' : what } as const
  const common = { ...base, accuracy, of: null }
  const planned: Planned[] = []
  if (start !== null && accuracy !== null && crossings.length > 0) {
    const sample = { ...common, kind: 'clock', point: 'clock', how: 'tap', bib: null } as const
    const at = new Date(start.at).toISOString()
    planned.push({ id: idFromContent(uid, [base.clock]), patch: { ...sample, tick: 0, at } })
  }
  const counts = new Map<string, number>()
  for (const [index, { point, bib, at, reading }] of crossings.entries()) {
    if (index % AT_ONCE === 0) yield
    const same = JSON.stringify([point, reading, bib])
    const nth = counts.get(same) ?? 0
    counts.set(same, nth + 1)
    planned.push({
      id: idFromContent(uid, [base.clock, point, reading, bib, nth]),
      patch: {
        ...{ ...common, point, bib, how: isOrder ? 'order' : bib === null ? 'tap' : 'bib' },
        ...{ tick: reading, at: new Date(at).toISOString() },
      },
    })
  }
  return planned
}

/** What would change here. */
export interface Changes {
  fresh: Planned[]
  /** Lines that are recorded already. */
  there: number
  /** What was recorded of this file, and is not in it any more: the ids. */
  gone: string[]
  /** How many recordings the account would have above its limit. */
  above: number
}

/** Compares what a file says with what is recorded. */
export function changesOf(uid: string, planned: readonly Planned[], recordings: Recordings): Changes {
  const known = new Set(recordings.map(({ _id }) => _id))
  const ids = new Set(planned.map(({ id }) => id))
  const clock = planned[0]?.patch.clock
  const fresh = planned.filter(({ id }) => !known.has(id))
  const isGone = (one: Recordings[number]) => one.clock === clock && one.voidedAt === null && !ids.has(one._id)
  const isFew = recordings.length + fresh.length <= MAX_RECORDINGS
  const own = isFew ? 0 : recordings.filter(({ _id }) => isMadeBy(_id, uid)).length
  return {
    fresh,
    there: planned.filter(({ id, patch }) => patch.kind !== 'clock' && known.has(id)).length,
    gone: recordings.filter((one) => one.kind !== 'clock' && isGone(one)).map(({ _id }) => _id),
    above: Math.max(0, own + fresh.length - MAX_RECORDINGS),
  }
}

/** The edits that record what a file says. */
export function recordingEdits(planned: readonly Planned[]): Edit[][] {
  return planned.map(({ id, patch }) => [{ type: 'recording.create', id, patch }])
}

/** The edits that take recordings back. */
export function voidEdits(ids: readonly string[], now = Date.now()): Edit[][] {
  const at = new Date(now).toISOString()
  return ids.map((id) => [{ type: 'recording.void', id, patch: { at } }])
}

/** A file, or a sheet, that was recorded here or elsewhere. */
export interface Source {
  clock: string
  by: string
  isOwn: boolean
  points: string[]
  /** What counts of it, by time, and the sample of its clock. */
  lines: Recordings
  samples: Recordings
}

/** The files and sheets of which something counts, the last one first. */
export function sourcesOf(recordings: Recordings, uid: string): Source[] {
  const ofFiles = recordings.filter(({ clock, voidedAt }) => voidedAt === null && phoneOf(clock) === FILE)
  const sources = [...Map.groupBy(ofFiles, ({ clock }) => clock)].flatMap(([clock, all]): Source[] => {
    const lines = all.filter(({ kind }) => kind !== 'clock').sort((a, b) => (a.at < b.at ? -1 : 1))
    const [first] = lines
    if (!first) return []
    const points = [...new Set(lines.map(({ point }) => point))]
    const samples = all.filter(({ kind }) => kind === 'clock')
    return [{ clock, by: first.by, isOwn: isMadeBy(first._id, uid), points, lines, samples }]
  })
  return sources.sort((a, b) => ((a.lines.at(-1)?.at ?? '') < (b.lines.at(-1)?.at ?? '') ? 1 : -1))
}

/** A gun that was recorded, as a start of a watch. */
export interface Gun extends Start {
  id: string
  by: string
}

/** The guns that were recorded: first the one that was chosen, and then the one that is known best. */
export function gunsOf(recorded: Recorded): Gun[] {
  const { samples, recordings, rulings } = resultRows(recorded)
  const sampled = new Set(samples.map(({ clock }) => clock))
  const by = new Map(recorded.recordings.map((one) => [one._id, one.by]))
  const guns = timedOf(samples, recordings).filter(({ recording }) => recording.kind === 'gun')
  return byWorth(guns, ruledGun(rulings)).map(({ recording: { id, clock }, time, error }): Gun => {
    return { at: Math.round(time), error: sampled.has(clock) ? Math.ceil(error) : null, id, by: by.get(id) ?? '' }
  })
}
