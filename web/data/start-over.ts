import { type AccountDb, FIRST_SYNC, type SyncRecord } from './account-db.ts'

/**
 * Makes the next pull fetch everything anew. Old rows stay readable until its last page; those that did not come again
 * are deleted then. The outbox stays. A response that is on its way is dropped when it arrives.
 */
export function startOver(db: AccountDb): Promise<unknown> {
  return db.transaction('rw', db.sync, async () => {
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    await db.sync.put({ ...before, cursor: null, gen: before.gen + 1 })
  })
}

/** May rows be missing on this phone that the server has sent no page of yet? */
export function isFetching({ cursor, more = false }: Pick<SyncRecord, 'cursor' | 'more'>): boolean {
  return cursor === null || more
}
