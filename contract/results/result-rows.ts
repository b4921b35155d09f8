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

/**
 * The file of a list (contract/results/result-file), which `npm run results:check` checks. Other fields of the rows
 * stay out.
 */
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
    ({ _id, kind, recordingId, rulingId, bib, point, time, since, state, reason, doubt, at }): RuledRow => ({
      ...{ _id, kind, recordingId, rulingId, bib, point, time, since, state, reason, doubt, at },
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

/**
 * The rulings that stand: which no standing ruling undoes or replaces. Who undoes a ruling that replaced another one has that
 * one back. Those that name each other in a circle, which only a hostile phone makes, all stand.
 */
export function standing<Row extends RuledRow>(rulings: readonly Row[]): Row[] {
  const known = new Map(rulings.map((row) => [row._id, row]))
  const namedBy = new Map<string, number>()
  for (const { rulingId } of rulings) if (rulingId !== null) namedBy.set(rulingId, (namedBy.get(rulingId) ?? 0) + 1)
  const gone = new Set<string>()
  const ready = [...known.values()].filter(({ _id }) => !namedBy.has(_id))
  for (let one = ready.pop(); one; one = ready.pop()) {
    const named = one.rulingId === null ? undefined : known.get(one.rulingId)
    if (!named) continue
    if (!gone.has(one._id)) gone.add(named._id)
    const left = (namedBy.get(named._id) ?? 0) - 1
    namedBy.set(named._id, left)
    if (left === 0) ready.push(named)
  }
  return rulings.filter(({ _id, kind }) => kind !== 'undo' && !gone.has(_id))
}

/** What a ruling is about: of two about the same, one counts. Null for one that contradicts no other one. */
export function aboutOf(ruling: Pick<RuledRow, 'kind' | 'recordingId' | 'bib' | 'point'>): string | null {
  const { kind, recordingId, bib, point } = ruling
  if (kind === 'bib') return `${kind} ${recordingId}`
  if (kind === 'time' || kind === 'state') return `${kind} ${keyOf(bib)} ${kind === 'time' ? point : ''}`
  return kind === 'gun' || kind === 'start' ? kind : null
}

/** What one row comes to: a recording, a sample, the later bib of another one, or nothing. */
interface MadeRecording {
  row: RecordedRow
  recording: Recording | null
  sample: ClockSample | null
  of: string | null
  /** The recording with the last later bib, and the row of that. */
  named: { by: RecordedRow; recording: Recording } | null
}

interface MadeRuling {
  row: RuledRow
  ruling: Ruling | null
}

/** What came of each row. */
export class RowMemo {
  recorded: MadeRecording[] = []
  ruled: MadeRuling[] = []
}

/**
 * The rows of a marathon as `resultsOf` takes them. Unconfirmed recordings and undone rulings do not count.
 * @param memo that of the list before: what comes of a row that is the same object is the same object too
 */
export function resultRows(
  { recordings, rulings }: { recordings: readonly RecordedRow[]; rulings: readonly RuledRow[] },
  memo = new RowMemo(),
): ResultRows {
  const stand = standing(rulings)
  const made = madeAgain(recordings, memo.recorded, recordedOf)
  const ruled = madeAgain(stand, memo.ruled, ruledOf)
  Object.assign(memo, { recorded: made, ruled })
  const later = new Map<string, RecordedRow>()
  const samples: ClockSample[] = []
  const counted: Recording[] = []
  for (let index = 0; index < made.length; index += 1) {
    const { row, sample, of } = made[index] as MadeRecording
    if (sample) samples.push(sample)
    if (of === null) continue
    const before = later.get(of)
    if (!before || isLater(row, before)) later.set(of, row)
  }
  for (let index = 0; index < made.length; index += 1) {
    const one = made[index] as MadeRecording
    if (one.recording) counted.push(namedBy(one, one.recording, later.get(one.recording.id)))
  }
  return {
    recordings: counted,
    samples,
    rulings: ruled.flatMap(({ ruling }) => ruling ?? []),
    isStartClosed: isStartClosed(stand),
  }
}

/** How many rows may be gone, or have changed, between two that did not. */
const NEAR = 10

/**
 * Makes one thing of each row. After a new row 20,000 others are as they were and in their order, and so is what was made of
 * them. (A WeakMap would cost more than making all of them.)
 */
function madeAgain<Row, Made extends { row: Row }>(
  rows: readonly Row[],
  before: readonly Made[],
  make: (row: Row) => Made,
): Made[] {
  let next = 0
  return rows.map((row) => {
    for (let at = next; at < next + NEAR && at < before.length; at += 1) {
      const one = before[at] as Made
      if (one.row !== row) continue
      next = at + 1
      return one
    }
    return make(row)
  })
}

function recordedOf(row: RecordedRow): MadeRecording {
  const { _id: id, kind, point, how, clock, tick, at: iso, bib, accuracy, of, voidedAt, confirmed } = row
  const at = Date.parse(iso)
  const isVoid = voidedAt !== null
  const made: MadeRecording = { row, recording: null, sample: null, of: null, named: null }
  if (!confirmed) return made
  if (kind === 'clock') {
    if (!isVoid) made.sample = { clock, tick, origin: at - tick, error: accuracy ?? 0 }
  } else if (kind === 'bib') {
    if (!isVoid && bib !== null) made.of = of
  } else made.recording = { id, kind, point, how, clock, tick, at, bib: keyOf(bib), isVoid }
  return made
}

/** The recording, with the later bib where there is one. */
function namedBy(made: MadeRecording, recording: Recording, by: RecordedRow | undefined): Recording {
  if (!by) return recording
  if (made.named?.by !== by) made.named = { by, recording: { ...recording, bib: keyOf(by.bib) } }
  return made.named.recording
}

function keyOf(bib: string | null): string {
  return bib === null ? '' : bibKey(bib)
}

function ruledOf(row: RuledRow): MadeRuling {
  return { row, ruling: rulingOf(row) }
}

function rulingOf(row: RuledRow): Ruling | null {
  const { _id: id, kind, at, recordingId, bib, point, time, since, state, reason, doubt } = row
  const base = { id, at: Date.parse(at) }
  switch (kind) {
    case 'bib':
      return recordingId === null ? null : { ...base, kind, recording: recordingId, bib: keyOf(bib || null) }
    case 'gun':
      return recordingId === null ? null : { ...base, kind, recording: recordingId }
    case 'time':
      return { ...base, kind, bib: keyOf(bib), point, time: time === null ? null : Date.parse(time), since }
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

/** Of two about the same, does the first one count? */
export function isLater(a: RuledRow | RecordedRow, b: RuledRow | RecordedRow): boolean {
  return a.at > b.at || (a.at === b.at && a._id > b._id)
}

/** Entries as `resultsOf` takes them. @param here has the ids of those who were checked in */
export function resultEntries(
  entrants: readonly { _id: string; bib: string | null; status: string }[],
  here: Pick<ReadonlySet<string>, 'has'>,
): ResultEntry[] {
  return entrants
    .filter(({ status }) => status === 'registered')
    .map(({ _id, bib }) => ({ id: _id, bib: keyOf(bib), isHere: here.has(_id) }))
}
