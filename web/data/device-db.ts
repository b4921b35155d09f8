import Dexie, { type EntityTable } from 'dexie'
import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'

/** Who is signed in on this phone. Only an explicit logout removes it. */
export interface SessionRecord {
  key: 'current'
  uid: string
  email: string
  displayName: string
  photoURL: string
  /** When the server's session cookie ends, ISO 8601. */
  expiresAt: string
}

/** A public list as it was last answered. */
export interface PublicListRecord {
  key: 'explore' | 'upcoming'
  rows: PublicMarathon[] | UpcomingMarathon[]
  savedAt: number
}

/** What belongs to the phone and to no account: public lists, and who is signed in. */
class DeviceDb extends Dexie {
  session!: EntityTable<SessionRecord, 'key'>
  lists!: EntityTable<PublicListRecord, 'key'>
  /** Marks that outlive a page: `logout-pending` while the server has not been told of a logout. */
  marks!: EntityTable<{ key: string; value: string }, 'key'>

  constructor() {
    super('startline-device', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ session: 'key', lists: 'key', marks: 'key' })
  }
}

/** The phone's database. */
export const deviceDb = new DeviceDb()

/** False where the browser keeps even the door to its databases shut. Dexie's live queries never tell anything then. */
export function canStore(): boolean {
  return Boolean(Dexie.dependencies.indexedDB)
}

/** This browser lets the site store nothing, as with all cookies blocked. Its name is what a screen knows it by. */
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
