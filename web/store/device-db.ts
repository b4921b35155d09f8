import Dexie, { type EntityTable, type Table } from 'dexie'
import {
  DEVICE_DB,
  DEVICE_STORES,
  type ErrorRecord,
  type Mark,
  type PublicListRecord,
  type SessionRecord,
  StorageRefused,
} from './device-store.ts'
import { LastingDb } from './lasting-db.ts'

/** Data that belongs to the phone and to no account: the session, the public lists and the marks. */
class DeviceDb extends LastingDb {
  session!: EntityTable<SessionRecord, 'key'>
  lists!: EntityTable<PublicListRecord, 'key'>
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
