// Our own modules, as the app runs them: one sync pass, the account's database, the outbox.
import { AccountDb } from '../../../web/store/account-db.ts'
import { deviceDb } from '../../../web/store/device-db.ts'
import { enqueueOps } from '../../../web/store/outbox.ts'
import { runSync } from '../../../web/sync/run-sync.ts'

let db
globalThis.bench = {
  open: async ({ uid }) => {
    // A pass runs only while its account is signed in.
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    await deviceDb.session.put({ key: 'current', uid, email: '', displayName: '', photoURL: '', expiresAt })
    db = new AccountDb(uid)
    await db.open()
  },
  sync: async () => {
    const result = await runSync(db)
    if (result !== 'done') throw new Error(result)
  },
  count: (entrants) => (entrants ? db.applications : db.marathons).count(),
  /**
   * Queues an edit of each of the first `count` rows, as forms would. The peers edit the place. Here that would make a
   * notice each, and the first syncs of later rounds would carry thousands of them.
   */
  edit: async (count, mark) => {
    const rows = await db.marathons.limit(count).toArray()
    await enqueueOps(
      db,
      rows.map((row) => ({
        type: 'marathon.update',
        id: row._id,
        base: { title: row.title },
        patch: { title: `${mark} ${row.title}`.slice(0, 100) },
      })),
    )
  },
}
