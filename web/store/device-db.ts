import Dexie, { type EntityTable, type Table } from 'dexie'
import type { PublicMarathon, PublicPage, UpcomingMarathon } from '../../contract/marathon.ts'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { LastingDb } from './lasting-db.ts'

export const DEVICE_DB = 'startline-device'
/** The stores of the device database and their keys, as Dexie writes them. */
export const DEVICE_STORES = { session: 'key', lists: 'key', pages: '_id', results: '_id', marks: 'key', errors: '++n' }
/** Dexie's version 1 is version 10 of the browser's database. */
export const DEVICE_VERSION = 10

/** The session: who is signed in on this phone. A logout removes it, and a server that ended the session. */
export interface SessionRecord {
  key: 'current'
  uid: string
  email: string
  displayName: string
  photoURL: string
  /** When the server's session cookie ends, ISO 8601. */
  expiresAt: string
}

/** A public list as the server last sent it. */
export interface PublicListRecord {
  key: 'explore' | 'upcoming'
  rows: PublicMarathon[] | UpcomingMarathon[]
  /** When it was saved, ms by the phone's clock. */
  savedAt: number
}

/** A public page as the server last sent it. */
export interface PublicPageRecord {
  _id: string
  page: PublicPage
  /** When it was saved, ms by the phone's clock. */
  savedAt: number
}

/** A published list of results as the server last sent it. */
export interface KeptResultsRecord {
  /** That of the marathon. */
  _id: string
  list: PublicList
  /** When it was saved, ms by the phone's clock. */
  savedAt: number
}

/** A note that must survive a page reload, for example `logout-pending` while the server does not know of a logout. */
export interface Mark {
  key: string
  value: string
}

/** An error of the error log, once or more times in a row. */
export interface ErrorRecord {
  n?: number
  trace: string
  times: number
  /** When it came last, ISO 8601. */
  at: string
}

/**
 * The browser does not allow this site to store data, for example because all cookies are blocked. Screens recognise
 * this error by its name.
 */
export class StorageRefused extends Error {
  constructor(cause?: unknown) {
    super('the browser refuses to store anything', { cause })
    this.name = 'StorageRefused'
  }
}

/** Does the browser refuse all storage of this site? Any other failure may pass. */
export function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; ) {
    if (['SecurityError', 'MissingAPIError', 'TypeError', 'ReferenceError'].includes(cause.name)) return true
    // Dexie wraps an error in `inner`.
    cause = (cause as { inner?: unknown }).inner ?? cause.cause
  }
  return false
}

/** Data that belongs to the phone and to no account: the session, the public lists, pages and results, and the marks. */
class DeviceDb extends LastingDb {
  session!: EntityTable<SessionRecord, 'key'>
  lists!: EntityTable<PublicListRecord, 'key'>
  pages!: EntityTable<PublicPageRecord, '_id'>
  results!: EntityTable<KeptResultsRecord, '_id'>
  marks!: EntityTable<Mark, 'key'>
  errors!: Table<ErrorRecord, number>

  constructor() {
    super(DEVICE_DB)
    this.version(1).stores(DEVICE_STORES)
  }
}

/** The device database. */
export const deviceDb = new DeviceDb()

/**
 * Returns false if the browser offers no IndexedDB at all. Dexie's live queries then never emit a value or an error.
 */
export function canStore(): boolean {
  return Boolean(Dexie.dependencies.indexedDB)
}

/** The keys of the marks that are of the phone, whoever signs in: its language, and whether the server sends mails. */
export const LANGUAGE_MARK = 'language'
export const MAIL_MARK = 'has-mail'

/** May an account have left something on this phone, such as an interrupted logout? Marks and databases tell. */
export async function hasLeftovers(): Promise<boolean> {
  const ofAccounts = deviceDb.marks.where('key').noneOf([LANGUAGE_MARK, MAIL_MARK])
  const [marks, names] = await Promise.all([ofAccounts.count(), Dexie.getDatabaseNames()])
  return marks > 0 || names.some((name) => name !== DEVICE_DB)
}

/** The stored session, or null. A read that fails is tried again. @throws StorageRefused */
export async function storedSession(): Promise<SessionRecord | null> {
  const read = () => deviceDb.session.get('current')
  const session = await read()
    .catch(read)
    .catch((cause: unknown) => {
      throw new StorageRefused(cause)
    })
  return session ?? null
}
