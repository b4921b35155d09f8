import type { SyncRecord } from './account-db.ts'

/**
 * Does this phone fetch everything anew? Then rows may be missing on it. Until the last page of such a pull its cursors
 * are `<epoch>-<B>.<S>`, and no epoch has a dash (docs/decisions/013).
 */
export function isFetching(record: Pick<SyncRecord, 'cursor'> | undefined): boolean {
  return record !== undefined && (record.cursor === null || record.cursor.includes('-'))
}
