import type { Transaction } from 'dexie'
import { pastMarathonCutoff } from '../../contract/dates.ts'
import type { SyncResponse, Verdict } from '../../contract/sync.ts'
import {
  type AccountDb,
  type ApplicationRecord,
  FIRST_SYNC,
  type InboxRecord,
  MAX_ACCEPTED,
  type MarathonRecord,
  type OutboxRecord,
  type SyncRecord,
} from '../data/account-db.ts'

/**
 * Applies one response in one transaction: verdicts, rows, deletions and the cursor. Either all of it is on the disk,
 * or nothing.
 *
 * - The function drops the response if the phone's cursor or generation has changed since the request: another response
 *   came first, or a logout emptied the database. The ops are then sent again, and the server returns their recorded
 *   verdicts.
 * - An applied op stays in the outbox as `settled` until the last page is in, so that the row does not show its old
 *   value for a moment (INV-14).
 * - After a reset, old rows stay readable until the last page. Then the rows that the server did not send again are
 *   deleted.
 * @param from the phone's cursor and generation when it sent the request
 * @param now the phone's clock, ms
 * @returns whether the response was applied
 */
export async function applyResponse(
  db: AccountDb,
  from: Pick<SyncRecord, 'cursor' | 'gen'>,
  response: SyncResponse,
  now: number,
): Promise<boolean> {
  const stores = [db.marathons, db.applications, db.outbox, db.inbox, db.sync]
  return db.transaction('rw', stores, async (transaction) => {
    const release = abortWhenLeft(transaction)
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    if (before.cursor !== from.cursor || before.gen !== from.gen) return false
    const gen = response.reset ? before.gen + 1 : before.gen
    await db.marathons.bulkPut(
      response.marathons.map((row): MarathonRecord => ({ ...row, own: row.mine ? 1 : 0, gen })),
    )
    await db.applications.bulkPut(
      response.applications.map((row): ApplicationRecord => ({ ...row, own: row.mine ? 1 : 0, gen })),
    )
    await applyDeletions(db, response.deleted)
    const accepted = await applyVerdicts(db, response, now)
    if (!response.more) {
      await db.outbox.where('state').equals('settled').delete()
      await db.marathons.where('gen').below(gen).delete()
      await db.applications.where('gen').below(gen).delete()
      await prunePast(db, Date.parse(response.serverTime))
    }
    const next: SyncRecord = {
      ...before,
      gen,
      cursor: response.cursor,
      syncedAt: response.more ? before.syncedAt : now,
      serverOffsetMs: Date.parse(response.serverTime) - now,
      minVersion: response.minVersion,
      accepted: [...(before.accepted ?? []), ...accepted].slice(-MAX_ACCEPTED),
    }
    await db.sync.put(next)
    release()
    return true
  })
}

/**
 * Aborts the transaction when the user leaves the page. WebKit keeps such a page with its open transaction, and every
 * later page would wait for that transaction. The next pass fetches the aborted data again. @returns a function to call
 * after everything is written: it stops listening
 */
function abortWhenLeft(transaction: Transaction): () => void {
  const abort = () => transaction.abort()
  globalThis.addEventListener?.('pagehide', abort)
  const release = () => globalThis.removeEventListener?.('pagehide', abort)
  transaction.on('complete', release)
  transaction.on('abort', release)
  return release
}

async function applyDeletions(db: AccountDb, deleted: SyncResponse['deleted']) {
  const ids = (type: string) => deleted.filter((entry) => entry.type === type).map((entry) => entry.id)
  const marathons = ids('marathon')
  await db.marathons.bulkDelete(marathons)
  await db.applications.bulkDelete(ids('application'))
  // The entrants of a deleted marathon are deleted too. The user's own applications stay.
  await db.applications
    .where('[own+marathonId]')
    .anyOf(marathons.map((id) => [0, id]))
    .delete()
}

/**
 * Applies the verdicts. It ignores a verdict on an op that is not in the outbox: the user has discarded the op, or the
 * verdict came before.
 * @returns the ids of the ops that were applied without a clash
 */
async function applyVerdicts(db: AccountDb, response: SyncResponse, now: number): Promise<string[]> {
  const at = new Date(now).toISOString()
  const verdicts = new Map(response.results.map((verdict) => [verdict.opId, verdict]))
  const records = await db.outbox
    .where('opId')
    .anyOf([...verdicts.keys()])
    .toArray()
  const settled: OutboxRecord[] = []
  const rejected: number[] = []
  const items: InboxRecord[] = []
  const accepted: string[] = []
  for (const { reason: _reason, ...record } of records) {
    const { opId, op, target, was } = record
    const { status, code, fields, conflicts } = verdicts.get(opId) as Verdict
    if (status === 'rejected' || conflicts) {
      items.push({ opId, target, op, at, code, fields, conflicts, ...(was ? { was } : {}) })
    } else accepted.push(opId)
    if (status === 'rejected') rejected.push(record.n as number)
    else settled.push({ ...record, state: 'settled' })
  }
  await db.inbox.bulkPut(items)
  await db.outbox.bulkPut(settled)
  await db.outbox.bulkDelete(rejected)
  return accepted
}

/**
 * Deletes past marathons that the server no longer sends. They have no tombstone, so the phone decides by the server's
 * clock. Own marathons stay, and so do marathons that the user applied to.
 */
async function prunePast(db: AccountDb, serverNow: number) {
  const past = await db.marathons
    .where('startDate')
    .below(pastMarathonCutoff(serverNow))
    .and((row) => row.own === 0)
    .primaryKeys()
  const applied = await db.applications
    .where('[own+marathonId]')
    .anyOf(past.map((id) => [1, id]))
    .toArray()
  const kept = new Set(applied.map((row) => row.marathonId))
  await db.marathons.bulkDelete(past.filter((id) => !kept.has(id)))
}
