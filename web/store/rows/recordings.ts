import { HOWS, RECORDING_KINDS } from '../../../contract/results/recording.ts'
import type {
  RecordingFields,
  RulingFields,
  SyncRecording,
  SyncRuling,
} from '../../../contract/results/recording-schema.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb, OutboxRecord, RecordingRecord, RulingRecord } from '../account-db.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps } from '../outbox.ts'
import { type Author, opsByTarget, overlay, type Pending, unedited } from '../overlay.ts'
import { compareBy } from './compare-by.ts'
import { type Followed, followRows, useFollowed } from './follow-rows.ts'

// What was recorded at points, and what was ruled. Only the screens of the finish load this file.

/** A recording, or a ruling, as the user sees it: the server's row with the queued ops over it. */
type RecordingView = SyncRecording & { pending: Pending }
type RulingView = SyncRuling & { pending: Pending }

/** Queues a recording. It is on the disk when this resolves. @returns its id, which `voidRecording` takes */
export async function record(db: AccountDb, patch: RecordingFields, id = newRowId(db)): Promise<string> {
  await enqueueOps(db, [{ type: 'recording.create', id, patch }])
  return id
}

/** Queues recordings, all or none. */
export async function recordAll(db: AccountDb, patches: readonly RecordingFields[]): Promise<void> {
  await enqueueOps(
    db,
    patches.map((patch) => ({ type: 'recording.create', id: newRowId(db), patch })),
  )
}

/** Queues that a recording is taken back. @param at when, ISO 8601 */
export function voidRecording(db: AccountDb, id: string, at: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'recording.void', id, patch: { at } }])
}

/** Queues rulings, all or none. @returns their ids */
export async function rule(db: AccountDb, rulings: readonly RulingFields[]): Promise<string[]> {
  const edits = rulings.map((patch) => ({ type: 'ruling.create' as const, id: newRowId(db), patch }))
  await enqueueOps(db, edits)
  return edits.map(({ id }) => id)
}

/** Queues that an organiser makes unconfirmed recordings count, or takes them back. @param at when, ISO 8601 */
export function decideRecordings(
  db: AccountDb,
  ids: readonly string[],
  counts: boolean,
  at: string,
): Promise<string[]> {
  return enqueueOps(
    db,
    ids.map((id) => (counts ? { type: 'recording.confirm', id } : { type: 'recording.void', id, patch: { at } })),
  )
}

const byId = compareBy('_id')

/** The order in which `resultsOf` looks at recordings, and is faster: phone by phone, as they were made. */
function byClock(a: RecordingView, b: RecordingView): number {
  return a.clock === b.clock ? a.tick - b.tick || byId(a, b) : a.clock < b.clock ? -1 : 1
}

/** What this phone has of the recordings and rulings at a marathon. */
export interface Recorded {
  recordings: RecordingView[]
  rulings: RulingView[]
}

/** Follows what this phone has of the recordings and rulings at a marathon (`followRows`). */
function followRecorded(
  db: AccountDb,
  { name }: Author,
  marathonId: string,
  next: (recorded: Recorded) => void,
  fail: (error: unknown) => void,
): () => void {
  const known: Partial<Recorded> = {}
  const tell = (part: Partial<Recorded>) => {
    const { recordings, rulings } = Object.assign(known, part)
    if (recordings && rulings) next({ recordings, rulings })
  }
  const here = <View extends { marathonId: string }>(view: View | null) =>
    view?.marathonId === marathonId ? view : null
  const shared = sharedTexts()
  const ofRecordings: Followed<RecordingRecord, RecordingView> = {
    ...{ table: db.recordings, prefix: 'recording:', marathonId, order: byClock },
    viewOf: (row, ops) => shared(here(unedited(row, ops) ?? overlayRecording(row, ops, name))),
  }
  const ofRulings: Followed<RulingRecord, RulingView> = {
    ...{ table: db.rulings, prefix: 'ruling:', marathonId, order: byId },
    viewOf: (row, ops) => here(overlayRuling(row, ops, name)),
  }
  const stops = [
    followRows(db, ofRecordings, (recordings) => tell({ recordings }), fail),
    followRows(db, ofRulings, (rulings) => tell({ rulings }), fail),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Makes a function that gives rows with equal texts the same strings, where a race has few of them. Each row from the
 * disk has its own, and to compare 20,000 of them again and again takes longer than all else that the list of results
 * does.
 */
function sharedTexts(): (view: RecordingView | null) => RecordingView | null {
  const [kindOf, pointOf, howOf, clockOf] = [sharedText(RECORDING_KINDS), sharedText(), sharedText(HOWS), sharedText()]
  return (view) => {
    if (!view) return null
    view.kind = kindOf(view.kind)
    view.point = pointOf(view.point)
    view.how = howOf(view.how)
    view.clock = clockOf(view.clock)
    return view
  }
}

/** Makes a function that gives equal texts the same string. @param texts what is known already */
function sharedText<T extends string>(texts: readonly T[] = []): (text: T) => T {
  const known = new Map<T, T>(texts.map((text) => [text, text]))
  let last: T | undefined
  return (text) => {
    // Most are as the last one, and to compare two is faster than to look one up.
    if (last === undefined || text !== last) {
      last = known.get(text) ?? text
      known.set(last, last)
    }
    return last
  }
}

/**
 * The recordings and rulings of a marathon, live; undefined until they are read. One that does not change stays the
 * same object.
 */
export function useRecorded(marathonId: string): Recorded | undefined {
  const { db, author } = useAccount()
  return useFollowed((next, fail) => followRecorded(db, author, marathonId, next, fail), [db, author, marathonId])
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
