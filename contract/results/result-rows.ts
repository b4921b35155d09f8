import { bibKey } from '../text/bib.ts'
import type { ClockSample, Recording, ResultEntry, Ruling } from './recording.ts'
import type { SyncRecording, SyncRuling } from './recording-schema.ts'
import type { ResultInput, Results } from './results.ts'

// The rows of the wire as `resultsOf` takes them. Phone, worker and script share this.

/** What a list of results needs of a recording, and of a ruling: not who made it. */
export type RecordedRow = Omit<SyncRecording, 'marathonId' | 'by' | 'ver'>
export type RuledRow = Omit<SyncRuling, 'marathonId' | 'by'>

/** All that a list of results follows from. */
export interface ListRows {
  /** The points beside `start` and `finish`. */
  splits: readonly string[]
  recordings: readonly RecordedRow[]
  rulings: readonly RuledRow[]
  entries: readonly ResultEntry[]
}

/** The file of a list (contract/results/result-file), which `npm run results:check` checks. Other fields of the rows stay out. */
export function resultFile(
  { splits, recordings, rulings, entries }: ListRows,
  list: Results,
): { rows: ListRows; list: Results } {
  const recorded = recordings.map(
    ({ _id, kind, point, how, clock, tick, at, bib, accuracy, of, voidedAt, confirmed }): RecordedRow => ({
      ...{ _id, kind, point, how, clock, tick, at, bib, accuracy, of, voidedAt, confirmed },
    }),
  )
  const ruled = rulings.map(
    ({ _id, kind, recordingId, rulingId, bib, point, time, state, reason, doubt, at }): RuledRow => ({
      ...{ _id, kind, recordingId, rulingId, bib, point, time, state, reason, doubt, at },
    }),
  )
  return { rows: { splits, recordings: recorded, rulings: ruled, entries }, list }
}

/** The rows of a list as `resultsOf` takes them. */
export function resultInput({ splits, entries, ...recorded }: ListRows): ResultInput {
  return { splits, entries, ...resultRows(recorded) }
}

/** What `resultsOf` needs of the rows: later bibs are in their crossings, and samples of clocks apart. */
export interface ResultRows {
  recordings: Recording[]
  samples: ClockSample[]
  rulings: Ruling[]
  isStartClosed: boolean
}

/** The rulings that nobody undid. */
export function standing<Row extends RuledRow>(rulings: readonly Row[]): Row[] {
  const undone = new Set(rulings.map(({ rulingId }) => rulingId))
  return rulings.filter(({ _id, kind }) => kind !== 'undo' && !undone.has(_id))
}

/** The rows of a marathon as `resultsOf` takes them. Unconfirmed recordings and undone rulings do not count. */
export function resultRows({
  recordings,
  rulings,
}: {
  recordings: readonly RecordedRow[]
  rulings: readonly RuledRow[]
}): ResultRows {
  const stand = standing(rulings)
  const counted = recordings.filter(({ confirmed }) => confirmed)
  const later = new Map<string, { bib: string; at: string; id: string }>()
  for (const { kind, of, bib, at, voidedAt, _id } of counted) {
    if (kind !== 'bib' || of === null || bib === null || voidedAt !== null) continue
    const before = later.get(of)
    if (!before || before.at < at || (before.at === at && before.id < _id)) later.set(of, { bib, at, id: _id })
  }
  return {
    recordings: counted.flatMap((row): Recording[] => {
      const { _id, kind, point, how, clock, tick, at, voidedAt } = row
      if (kind === 'clock' || kind === 'bib') return []
      const bib = later.get(_id)?.bib ?? row.bib
      return [
        { id: _id, kind, point, how, clock, tick, at: Date.parse(at), bib: keyOf(bib), isVoid: voidedAt !== null },
      ]
    }),
    samples: counted.flatMap(({ kind, clock, tick, at, accuracy, voidedAt }): ClockSample[] =>
      kind === 'clock' && voidedAt === null
        ? [{ clock, tick, origin: Date.parse(at) - tick, error: accuracy ?? 0 }]
        : [],
    ),
    rulings: stand.flatMap((row) => rulingOf(row) ?? []),
    isStartClosed: isStartClosed(stand),
  }
}

function keyOf(bib: string | null): string {
  return bib === null ? '' : bibKey(bib)
}

function rulingOf({ _id: id, kind, at, recordingId, bib, point, time, state, reason, doubt }: RuledRow): Ruling | null {
  const base = { id, at: Date.parse(at) }
  switch (kind) {
    case 'bib':
      return recordingId === null ? null : { ...base, kind, recording: recordingId, bib: keyOf(bib || null) }
    case 'gun':
      return recordingId === null ? null : { ...base, kind, recording: recordingId }
    case 'time':
      return { ...base, kind, bib: keyOf(bib), point, time: time === null ? null : Date.parse(time) }
    case 'state':
      return { ...base, kind, bib: keyOf(bib), state, reason }
    case 'seen':
      return { ...base, kind, doubt }
    case 'start':
    case 'undo':
      return null
  }
}

/** Is the start closed, by the last ruling about it? One with a time closes it, one without opens it again. */
function isStartClosed(rulings: readonly RuledRow[]): boolean {
  const last = rulings
    .filter(({ kind }) => kind === 'start')
    .reduce<RuledRow | null>((one, other) => (one === null || isLater(other, one) ? other : one), null)
  return last !== null && last.time !== null
}

function isLater(a: RuledRow, b: RuledRow): boolean {
  return a.at > b.at || (a.at === b.at && a._id > b._id)
}

/** Entries as `resultsOf` takes them. @param here the ids of those who were checked in */
export function resultEntries(
  entrants: readonly { _id: string; bib: string | null; status: string }[],
  here: ReadonlySet<string>,
): ResultEntry[] {
  return entrants
    .filter(({ status }) => status === 'registered')
    .map(({ _id, bib }) => ({ id: _id, bib: keyOf(bib), isHere: here.has(_id) }))
}
