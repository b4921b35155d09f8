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
export class DeviceDb extends Dexie {
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

/** The stored session, or null. */
export async function storedSession(): Promise<SessionRecord | null> {
  return (await deviceDb.session.get('current')) ?? null
}
