import { recordError } from '../../../contract/errors.ts'
import type { PublicMarathon } from '../../../contract/marathon.ts'
import { type PublicListRecord, readDevice } from '../../store/device-store.ts'

/** Rows that this phone has. */
export interface SavedRows {
  rows: PublicMarathon[]
  savedAt: number
  /** True if sync updates these rows. Then the public list is not fetched. */
  isSynced: boolean
}

/** The stored public list; null if there is none. Without storage, only the network has the rows. */
export async function readStored(key: PublicListRecord['key']): Promise<SavedRows | null> {
  const record = await readDevice('lists', key).catch(recordError)
  return record ? { rows: record.rows, savedAt: record.savedAt, isSynced: false } : null
}
