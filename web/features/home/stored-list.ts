import { recordError } from '../../../contract/errors.ts'
import type { PublicMarathon } from '../../../contract/marathon.ts'
import type { PublicListRecord } from '../../store/device-db.ts'

/** Rows that this phone has. */
export interface SavedRows {
  rows: PublicMarathon[]
  savedAt: number
  /** True if sync updates these rows. Then the public list is not fetched. */
  isSynced: boolean
}

// The first render waits neither for the rows nor for the code of the database.
const lists = async () => (await import('../../store/device-db.ts')).deviceDb.lists

/** The stored public list; null if there is none. Without storage, only the network has the rows. */
export async function readStored(key: PublicListRecord['key']): Promise<SavedRows | null> {
  const record = await lists()
    .then((table) => table.get(key))
    .catch(recordError)
  return record ? { rows: record.rows, savedAt: record.savedAt, isSynced: false } : null
}

/** Stores a public list. @throws Error if this phone cannot store it */
export async function keepList(record: PublicListRecord): Promise<void> {
  await (await lists()).put(record)
}
