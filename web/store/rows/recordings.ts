import type { ClockSample, Recording, ResultEntry, Ruling } from '../../../contract/results/recording.ts'
import type {
  RecordingFields,
  RulingFields,
  SyncRecording,
  SyncRuling,
} from '../../../contract/results/recording-schema.ts'
import { bibKey } from '../../../contract/text/bib.ts'
import type { AccountDb, OutboxRecord } from '../account-db.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps } from '../outbox.ts'
import { type Author, opsByTarget, overlay, type Pending } from '../overlay.ts'

// What was recorded at points, and what was ruled. Only the screens of the finish load this file.

/** A recording, or a ruling, as the user sees it: the server's row with the queued ops over it. */
type RecordingView = SyncRecording & { pending: Pending }
type RulingView = SyncRuling & { pending: Pending }

/** Queues a recording. It is on the disk when this resolves. @returns its id, which `voidRecording` takes */
export async function record(db: AccountDb, patch: RecordingFields, id = newRowId(db)): Promise<string> {
  await enqueueOps(db, [{ type: 'recording.create', id, patch }])
  return id
}

/** Queues that a recording is taken back. @param at when, ISO 8601 */
export function voidRecording(db: AccountDb, id: string, at: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'recording.void', id, patch: { at } }])
}

/** Queues a ruling. @returns the op ids */
export function rule(db: AccountDb, patch: RulingFields): Promise<string[]> {
  return enqueueOps(db, [{ type: 'ruling.create', id: newRowId(db), patch }])
}

/** What this phone has of the recordings and rulings at a marathon. */
export interface Recorded {
  recordings: RecordingView[]
  rulings: RulingView[]
}

/** Reads recordings and rulings with the queued ops over them, in one transaction (INV-14). */
export function readRecorded(db: AccountDb, { name }: Author, marathonId: string): Promise<Recorded> {
  return db.transaction('r', db.recordings, db.rulings, db.outbox, async () => {
    const [recordings, rulings, ops] = await Promise.all([
      db.recordings.where('marathonId').equals(marathonId).toArray(),
      db.rulings.where('marathonId').equals(marathonId).toArray(),
      db.outbox
        .where('op.type')
        .anyOf(['recording.create', 'recording.void', 'recording.confirm', 'ruling.create'])
        .sortBy('n'),
    ])
    const queued = opsByTarget(ops)
    const made = (type: string) =>
      ops.flatMap(({ op }) => (op.type === type && op.patch.marathonId === marathonId ? [op.id] : []))
    return {
      recordings: viewsOf(recordings, made('recording.create'), (row, id) =>
        overlayRecording(row, queued.get(`recording:${id}`) ?? [], name),
      ),
      rulings: viewsOf(rulings, made('ruling.create'), (row, id) =>
        overlayRuling(row, queued.get(`ruling:${id}`) ?? [], name),
      ),
    }
  })
}

function viewsOf<Row extends { _id: string }, View>(
  rows: readonly Row[],
  made: readonly string[],
  view: (row: Row | undefined, id: string) => View | null,
): View[] {
  const known = new Map(rows.map((row) => [row._id, row]))
  return [...new Set([...known.keys(), ...made])].flatMap((id) => view(known.get(id), id) ?? [])
}

function overlayRecording(row: SyncRecording | undefined, ops: OutboxRecord[], by: string): RecordingView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'recording.create':
        return current ?? { ...op.patch, _id: op.id, by, voidedAt: null, confirmed: true, ver: 0 }
      case 'recording.void':
        return current && { ...current, voidedAt: current.voidedAt ?? op.patch.at }
      case 'recording.confirm':
        return current && { ...current, confirmed: true }
      default:
        return current
    }
  })
}

function overlayRuling(row: SyncRuling | undefined, ops: OutboxRecord[], by: string): RulingView | null {
  return overlay(row, ops, (current, op) => {
    return op.type === 'ruling.create' ? (current ?? { ...op.patch, _id: op.id, by }) : current
  })
}

/** What `resultsOf` needs of the rows: later bibs are in their crossings, and samples of clocks apart. */
export interface ResultRows {
  recordings: Recording[]
  samples: ClockSample[]
  rulings: Ruling[]
  isStartClosed: boolean
}

/** The rows of a marathon as `resultsOf` takes them. Unconfirmed recordings do not count. */
export function resultRows({ recordings, rulings }: Recorded): ResultRows {
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
    rulings: rulings.flatMap((row) => rulingOf(row) ?? []),
    isStartClosed: isStartClosed(rulings),
  }
}

function keyOf(bib: string | null): string {
  return bib === null ? '' : bibKey(bib)
}

function rulingOf({
  _id: id,
  kind,
  at,
  recordingId,
  bib,
  point,
  time,
  state,
  reason,
  doubt,
}: SyncRuling): Ruling | null {
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
      return null
  }
}

/** Is the start closed, by the last ruling about it? One with a time closes it, one without opens it again. */
function isStartClosed(rulings: readonly SyncRuling[]): boolean {
  const last = rulings
    .filter(({ kind }) => kind === 'start')
    .reduce<SyncRuling | null>((one, other) => (one === null || isLater(other, one) ? other : one), null)
  return last !== null && last.time !== null
}

function isLater(a: SyncRuling, b: SyncRuling): boolean {
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
