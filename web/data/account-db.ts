import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Conflict, Fields, Op, SyncApplication, SyncMarathon, Verdict } from '../../contract/sync.ts'

/** `own` is `mine` as IndexedDB can index it; `gen` counts the resets that the row has survived. */
export type MarathonRecord = SyncMarathon & { own: 0 | 1; gen: number }
export type ApplicationRecord = SyncApplication & { own: 0 | 1; gen: number }

/**
 * A queued edit. It leaves the outbox only with a verdict or by the user's discard (INV-4).
 * - `waiting`: to be sent, in the order of `n`.
 * - `settled`: applied by the server; it stays over the row until the pull has brought that row (INV-14).
 * - `parked`: set aside because it kept failing while others passed; the user decides.
 */
export interface OutboxRecord {
  n?: number
  opId: string
  /** `marathon:<id>` or `application:<id>`. */
  target: string
  state: 'waiting' | 'settled' | 'parked'
  /** How often the server failed on this very op, alone. */
  failures: number
  /** Why it is parked, in words. */
  reason?: string
  /** What the row said when it was edited: it may be gone from this phone before the verdict comes. */
  was?: Fields
  op: Op
}

/** What the server said no to, or kept its own value of. It waits for the user. */
export interface InboxRecord {
  opId: string
  target: string
  op: Op
  at: string
  /** As in the outbox. */
  was?: Fields
  code?: Verdict['code']
  fields?: Record<string, string> | undefined
  conflicts?: Record<string, Conflict> | undefined
}

/** Where this phone stands in the account's history. One record, `key` is `sync`. */
export interface SyncRecord {
  key: 'sync'
  cursor: string | null
  gen: number
  /** When the last complete pull arrived, ms by the phone's clock; null before the first. */
  syncedAt: number | null
  /** Server's clock less the phone's, ms. */
  serverOffsetMs: number
  /** Most ops in the next request: halves on failure, so that a poisoned op is found. */
  batchLimit: number
  /** The last `n` of the outbox that was ever on its way: an edit up to it may have arrived, answer or not. */
  sentUpTo?: number
  /** Operations older than this version are no longer understood by the server. */
  minVersion: number
  /** The ids of the last ops that the server applied without a clash, at most `MAX_ACCEPTED`: a form waits for its own. */
  accepted?: string[]
}

/** A form waits for seconds; this many verdicts are kept for it. */
export const MAX_ACCEPTED = 100

export const FIRST_SYNC: SyncRecord = {
  key: 'sync',
  cursor: null,
  gen: 0,
  syncedAt: null,
  serverOffsetMs: 0,
  batchLimit: 500,
  minVersion: 1,
}

/** Unfinished forms, kept until they are sent or cleared. */
export interface DraftRecord {
  key: string
  values: Record<string, unknown>
  at: number
}

/** What an event said when the user last looked at it: "changed since" is told against this. */
export interface PackRecord {
  marathonId: string
  seen: Pick<SyncMarathon, 'startDate' | 'timeZone' | 'location' | 'distance' | 'name' | 'email'>
  /** When it was looked at, ms by the phone's clock. */
  at: number
}

/** Everything of one account on this phone. Accounts never share a database (INV-10). */
export class AccountDb extends Dexie {
  marathons!: EntityTable<MarathonRecord, '_id'>
  applications!: EntityTable<ApplicationRecord, '_id'>
  outbox!: Table<OutboxRecord, number>
  inbox!: EntityTable<InboxRecord, 'opId'>
  sync!: EntityTable<SyncRecord, 'key'>
  drafts!: EntityTable<DraftRecord, 'key'>
  packs!: EntityTable<PackRecord, 'marathonId'>
  readonly uid: string

  constructor(uid: string) {
    // Chrome's default durability may lose a committed edit with the power.
    super(accountDbName(uid), { chromeTransactionDurability: 'strict' })
    this.uid = uid
    this.version(1).stores({
      marathons: '_id, createdAt, startDate, gen, [own+createdAt]',
      applications: '_id, marathonId, gen, [own+createdAt], [own+marathonId]',
      outbox: '++n, &opId, target, state, failures',
      inbox: 'opId, target, at',
      sync: 'key',
      drafts: 'key',
    })
    this.version(2).stores({ packs: 'marathonId' })
    // Another tab logs out or upgrades: it gets its way at once, and without Dexie's own warning on the console. After a
    // deletion this connection stays closed: opened again it would make the database anew.
    this.on('versionchange', ({ newVersion }) => {
      this.close({ disableAutoOpen: newVersion === null })
      return false
    })
  }
}

/** The database's name, by account. */
export function accountDbName(uid: string): string {
  return `startline-account-${uid}`
}
