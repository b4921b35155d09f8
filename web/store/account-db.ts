import type { EntityTable, Table } from 'dexie'
import type { CheckIn } from '../../contract/check-in.ts'
import type { FieldErrors } from '../../contract/field-errors.ts'
import type { Notice } from '../../contract/notice.ts'
import type { OwnResult } from '../../contract/results/public-list-schema.ts'
import type { SyncRecording, SyncRuling } from '../../contract/results/recording-schema.ts'
import type { Conflict, Fields, Op, SyncApplication, SyncMarathon, SyncStaff, Verdict } from '../../contract/sync.ts'
import { LastingDb } from './lasting-db.ts'

/**
 * A marathon as this phone stores it.
 * - `own`: 1 if this account organises the marathon, else 0. It repeats `role`, for an index.
 * - `gen`: the generation in which the server sent this row. The generation is the number of times that this phone has
 *   fetched everything again, see `SyncRecord`. After the last page of such a pull, rows of an older generation are
 *   deleted.
 */
export type MarathonRecord = SyncMarathon & { own: 0 | 1; gen: number }
/**
 * An application as this phone stores it. `own` repeats `mine`, because IndexedDB cannot index booleans. `toDecide` is
 * the marathon of an unconfirmed entry, for an index that has no others; `letIn` that of an entry which a desk let in
 * above the capacity, and knew it. `gen` means the same as in `MarathonRecord`.
 */
export type ApplicationRecord = SyncApplication & { own: 0 | 1; gen: number; toDecide?: string; letIn?: string }

/**
 * A check-in as this phone stores it.
 * - `first`: 1 if it is the earliest scan of its application that counts, so that an index counts every entrant once; 2
 *   if it is that, and the application has no place; -1 if it waits for the organiser's decision; else 0. `flagOf`
 *   (check-in-rules) tells it. It is set anew when a scan or the status of the application changes.
 * - `gen` means the same as in `MarathonRecord`.
 */
export type CheckInRecord = CheckIn & { first: 0 | 1 | 2 | -1; gen: number }

/**
 * A notice as this phone stores it.
 * - `unread`: 1 until the user has seen it on this phone, then 0. The server does not know it.
 * - `arrivedAt`: when this phone got it, by the server's clock; not set for those of the first pull.
 * - `gen` means the same as in `MarathonRecord`.
 */
export type NoticeRecord = Notice & { unread: 0 | 1; gen: number; arrivedAt?: string }

/**
 * What was recorded at a point, and what was ruled, as this phone stores it. `gen` means the same as in `MarathonRecord`.
 * `toDecide` is the marathon's id for a recording that the organiser must decide about.
 */
export type RecordingRecord = SyncRecording & { gen: number; toDecide?: string }
export type RulingRecord = SyncRuling & { gen: number }

/** An own official result as this phone stores it. `gen` means the same as in `MarathonRecord`. */
export type OwnResultRecord = OwnResult & { gen: number }

/** Somebody of a marathon's staff as this phone stores it. `gen` means the same as in `MarathonRecord`. */
export type StaffRecord = SyncStaff & { gen: number }

/**
 * An entry that this phone had and that is gone, of a marathon that the user organises or helps at. Its name is gone
 * too.
 */
export interface WithdrawnRecord {
  /** The application's id. */
  _id: string
  code: string
  marathonId: string
  /** When it was withdrawn or handed on, ISO 8601. */
  at: string
  /** True if somebody else took it over. */
  isHandedOn?: boolean
  /** Why staff withdrew it. Owner and organisers alone have it; '' where it went with the runner's account. */
  reason?: string
}

/**
 * Why an edit is parked.
 * - `rests-on-parked`: it rests on an earlier edit that is parked.
 * - `refused`: the server named the op in an error that no later try can mend.
 * - `failing`: it failed alone for an hour, while the server took others.
 * - `other-account`: its op id is recorded for another account.
 * - `too-large`: it is too large for a request.
 */
export type ParkReason = 'rests-on-parked' | 'refused' | 'failing' | 'other-account' | 'too-large'

/**
 * A queued edit. It leaves the outbox only by a verdict, when the user discards it, or with its account (INV-4).
 * - `waiting`: it must still be sent, or its verdict is not known yet. Edits are sent in the order of `n`.
 * - `settled`: the server has applied it. It stays over the row until the pull has brought that row (INV-14).
 * - `parked`: it is set aside, because the server cannot take it. It is tried again each hour, and the user may decide.
 */
export interface OutboxRecord {
  /** The position in the outbox. IndexedDB assigns it: `positionOf` reads it. */
  n?: number
  opId: string
  /** `<entity>:<id>`, for example `marathon:<id>` (`EntityType`). */
  target: string
  state: 'waiting' | 'settled' | 'parked'
  /** How often a request with this op alone failed, while the phone could read. */
  failures: number
  /** Counts the failures of all edits: of two suspects, the one with the smaller number was tried longer ago. */
  turn?: number
  /**
   * What speaks for a fault of the edit itself, ms by the phone's clock: since when it has failed alone, and from when to
   * when the server took others meanwhile. It is forgotten when anything else fails.
   */
  alone?: { since: number; from?: number; to?: number }
  /** When it was parked, ms by the phone's clock. It is tried again each hour. */
  parkedAt?: number
  /** Why the edit is parked. `parkMessage` (web/features/unsent) has the text for the user. */
  reason?: ParkReason
  /**
   * The snapshot: some fields of the row as they were when the user edited it. They name the row if it is gone from
   * this phone when the verdict arrives.
   */
  was?: Fields
  op: Op
}

/** An item of the inbox: an edit that the server rejected, or an applied edit with a clash. It waits for the user. */
export interface InboxRecord {
  opId: string
  target: string
  op: Op
  /** When the verdict arrived, ISO 8601. */
  at: string
  /** The snapshot, see `OutboxRecord`. */
  was?: Fields
  /** Why the server rejected the edit; missing if the item is a clash. */
  code?: Verdict['code']
  fields?: FieldErrors | undefined
  conflicts?: Record<string, Conflict> | undefined
}

/** Is a parked edit one that the server does not take, and not one that only rests on such an edit? */
export function isSetAsideItself({ state, reason }: OutboxRecord): boolean {
  return state === 'parked' && reason !== 'rests-on-parked'
}

/** The position of a stored record. Only one that is not stored yet has none. */
export function positionOf({ n }: OutboxRecord): number {
  return n as number
}

/**
 * An op that the server has applied. It is sent again if the server's database is restored from a backup that is older
 * than the op (INV-22).
 */
export interface JournalRecord {
  /** The position that the op had in the outbox. */
  n: number
  opId: string
  target: string
  op: Op
  /** When this phone heard that it was applied, ms by the server's clock. */
  at: number
}

/** How far this phone has read the account's history. The table has one record, with the key `sync`. */
export interface SyncRecord {
  key: 'sync'
  /** The server's cursor; null before the first pull. */
  cursor: string | null
  /**
   * The bookmark of the last response: the state of the server's database that the cursor comes from. The next pull reads
   * no older one.
   */
  bookmark?: string
  /** The epoch of the server's database. Another one means that the database was restored from a backup. */
  epoch?: string
  /** The generation: how often this phone has started over, which means that it fetches everything again. */
  gen: number
  /** When the last complete pull arrived, ms by the phone's clock; null before the first one. */
  syncedAt: number | null
  /** The server's time minus the phone's time, ms, by the surest sample (server-clock.ts). */
  serverOffsetMs: number
  /** How wrong that may have been when it was taken, ms: half of the round trip. Missing before the first sample. */
  offsetErrorMs?: number | undefined
  /** When it was taken, ms by the phone's clock. */
  offsetTakenAt?: number | undefined
  /**
   * The largest number of ops in the next request. It halves after a failure, until the op that causes the failure is
   * alone.
   */
  batchLimit: number
  /** The rows in the first page of a pass: as many as the line carries. Missing for the usual number. */
  pageRows?: number
  /** The server asked at `limitedAt` to send no ops before `sendAfter` (429), ms by the phone's clock. */
  limitedAt?: number
  sendAfter?: number
  /** The highest `n` that was ever sent. The server may have received every edit up to it, also if no response came. */
  sentUpTo?: number
  /** The server does not understand ops of an older version than this one. */
  minVersion: number
  /**
   * The ids of the last ops that the server applied without a clash, at most `MAX_ACCEPTED`. A form looks for its own
   * op here.
   */
  accepted?: string[]
}

/** The number of accepted op ids that are stored. A form waits only a few seconds for its own. */
export const MAX_ACCEPTED = 100

/** The state of a phone that has never synced. */
export const FIRST_SYNC: SyncRecord = {
  key: 'sync',
  cursor: null,
  gen: 0,
  syncedAt: null,
  serverOffsetMs: 0,
  batchLimit: 500,
  minVersion: 1,
}

/** A draft: an unfinished form. It is stored until the form is sent or cleared. */
export interface DraftRecord {
  key: string
  /** What was typed, by field. `seen`: what these fields were in the row when they were typed. */
  values: Record<string, unknown> & { seen?: Fields }
  /** When it was saved, ms by the phone's clock. */
  at: number
}

/**
 * The fields of a marathon as the user last saw them. The app compares them with the current ones to show what has
 * changed.
 */
export interface PackRecord {
  marathonId: string
  seen: Pick<
    SyncMarathon,
    'cancelled' | 'startDate' | 'timeZone' | 'location' | 'distance' | 'regStart' | 'regEnd' | 'name' | 'email'
  >
  /** When the user saw them, ms by the phone's clock. */
  at: number
}

/**
 * What owner and organisers of a marathon fetched of it when they asked for it: a history, or what staff did last. It
 * leaves with the role.
 */
export interface KeptRecord {
  /** What it is of: `history:<marathon>`, `history:<marathon>:<entry>`, `last:<marathon>`. */
  key: string
  marathonId: string
  /** When it was fetched, ms by the phone's clock. */
  at: number
  rows: unknown[]
}

/** The database of one account on this phone. Accounts never share a database (INV-10). */
export class AccountDb extends LastingDb {
  marathons!: EntityTable<MarathonRecord, '_id'>
  applications!: EntityTable<ApplicationRecord, '_id'>
  checkIns!: EntityTable<CheckInRecord, '_id'>
  recordings!: EntityTable<RecordingRecord, '_id'>
  rulings!: EntityTable<RulingRecord, '_id'>
  ownResults!: EntityTable<OwnResultRecord, '_id'>
  notices!: EntityTable<NoticeRecord, '_id'>
  staff!: EntityTable<StaffRecord, '_id'>
  withdrawn!: EntityTable<WithdrawnRecord, '_id'>
  outbox!: Table<OutboxRecord, number>
  inbox!: EntityTable<InboxRecord, 'opId'>
  journal!: EntityTable<JournalRecord, 'n'>
  sync!: EntityTable<SyncRecord, 'key'>
  drafts!: EntityTable<DraftRecord, 'key'>
  packs!: EntityTable<PackRecord, 'marathonId'>
  kept!: EntityTable<KeptRecord, 'key'>
  readonly uid: string

  constructor(uid: string) {
    super(accountDbName(uid))
    this.uid = uid
    // Dexie adds the stores that a phone's database lacks where the number is higher.
    this.version(1).stores({
      marathons: '_id, createdAt, startDate, gen, hiddenAt, [own+createdAt]',
      // Null is in no index: only entrants with a bib that is also somebody else's are in the last one.
      applications:
        '_id, [marathonId+_id], gen, code, toDecide, letIn, [own+createdAt], [own+marathonId], [marathonId+bib], [marathonId+wantedBib]',
      // The queued scans of an entrant, and the queued walk-ins, are found without reading the others.
      outbox: '++n, &opId, target, state, failures, op.type, op.patch.applicationId',
      inbox: 'opId, target, at, op.type',
      sync: 'key',
      drafts: 'key',
      packs: 'marathonId',
      kept: 'key, marathonId',
      checkIns: '_id, applicationId, gen, [marathonId+at], [marathonId+first+gate]',
      recordings: '_id, [marathonId+_id], [marathonId+kind], gen, toDecide',
      rulings: '_id, [marathonId+_id], gen',
      ownResults: '_id, gen, startDate',
      staff: '_id, marathonId, gen',
      withdrawn: '_id, marathonId, at, code',
      notices: '_id, marathonId, applicationId, gen, at, unread',
      journal: 'n, at, op.type',
    })
    // Another tab deletes or upgrades the database. This connection closes at once, so that the other tab does not wait
    // and Dexie logs no warning. After a deletion the connection stays closed, because opening it would create the
    // database again.
    this.on('versionchange', ({ newVersion }) => {
      this.close({ disableAutoOpen: newVersion === null })
      return false
    })
  }
}

/** The name of an account's database. */
export function accountDbName(uid: string): string {
  return `startline-account-${uid}`
}
