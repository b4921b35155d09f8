import type { SyncRecord } from './account-db.ts'

/**
 * Does this phone fetch everything anew? Then rows may be missing on it. Until the last page of such a pull its cursors
 * are `<epoch>-<B>.<S>`, and no epoch has a dash (worker/pull/pull.ts).
 */
export function isFetching({ cursor }: Pick<SyncRecord, 'cursor'>): boolean {
  return cursor === null || cursor.includes('-')
}
