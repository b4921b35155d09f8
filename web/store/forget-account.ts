import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import { forgetSeen } from './forget-values.ts'
import { countUnsent } from './outbox.ts'

/**
 * What a logout does with the account's data on this phone.
 * - `clean`: deletes everything, because no edit was unsent when the user was asked. If an item or an unsent edit has
 *   arrived since, it acts like `keep`.
 * - `keep`: deletes what the phone can fetch again. Outbox, inbox and drafts stay for this account, without the contact
 *   data of others that the user has only seen.
 * - `discard`: deletes everything, as the user chose.
 */
export type WipeChoice = 'clean' | 'keep' | 'discard'

/**
 * Empties an account's database in one transaction.
 * @param choice or `orphan`: what a logout has kept stays
 * @returns whether something was kept; if not, the caller may delete the database
 */
export function forgetAccount(db: AccountDb, choice: WipeChoice | 'orphan'): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const { gen, sentUpTo } = (await db.sync.get('sync')) ?? FIRST_SYNC
    const isKept =
      choice === 'keep' ||
      (choice !== 'discard' && (await countUnsent(db)).total > 0) ||
      // The user has kept them at the logout.
      (choice === 'orphan' && (await db.drafts.count()) > 0)
    const kept = ['sync', ...(isKept ? ['outbox', 'inbox', 'drafts'] : [])]
    await Promise.all(db.tables.filter(({ name }) => !kept.includes(name)).map((table) => table.clear()))
    if (isKept) await forgetSeen(db)
    // The new generation makes the phone drop a response to an older request. `sentUpTo` tells whether the server may
    // have received an edit, so it stays together with the outbox.
    await db.sync.put({ ...FIRST_SYNC, gen: gen + 1, ...(isKept && sentUpTo !== undefined ? { sentUpTo } : {}) })
    return isKept
  })
}
