import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import { countUnsent } from './outbox.ts'

/**
 * What becomes of an account's data on this phone.
 * - `clean`: nothing was unsent when the user was asked, so all of it goes. What came in between, such as a refusal, is
 *   kept like the queue.
 * - `keep`: what can be fetched again goes; queue, inbox and drafts stay for this account.
 * - `discard`: all of it goes, as the user said.
 */
export type WipeChoice = 'clean' | 'keep' | 'discard'

/**
 * Empties an account's database in one transaction.
 * @returns whether something was kept; otherwise the database itself may go
 */
export function forgetAccount(db: AccountDb, choice: WipeChoice): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const { gen, sentUpTo } = (await db.sync.get('sync')) ?? FIRST_SYNC
    const isKept = choice === 'keep' || (choice === 'clean' && (await countUnsent(db)).total > 0)
    await Promise.all([db.marathons.clear(), db.applications.clear(), db.packs.clear()])
    if (!isKept) await Promise.all([db.outbox.clear(), db.inbox.clear(), db.drafts.clear()])
    // An answer that was asked for before belongs to an older generation, and is dropped. Whether an edit may have
    // arrived is known of the queue, so it is kept with the queue.
    await db.sync.put({ ...FIRST_SYNC, gen: gen + 1, ...(isKept && sentUpTo !== undefined ? { sentUpTo } : {}) })
    return isKept
  })
}
