import Dexie, { type EntityTable } from 'dexie'
import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'

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

/** Data that belongs to the phone and to no account: the session, the public lists and the marks. */
class DeviceDb extends Dexie {
  session!: EntityTable<SessionRecord, 'key'>
  lists!: EntityTable<PublicListRecord, 'key'>
  /** Notes that must survive a page reload, for example `logout-pending` while the server does not know of a logout. */
  marks!: EntityTable<{ key: string; value: string }, 'key'>

  constructor() {
    super('startline-device', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ session: 'key', lists: 'key', marks: 'key' })
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

/** The stored session, or null. @throws StorageRefused */
export async function storedSession(): Promise<SessionRecord | null> {
  const session = await deviceDb.session.get('current').catch((cause: unknown) => {
    throw new StorageRefused(cause)
  })
  return session ?? null
}
