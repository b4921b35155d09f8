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
 * Applies one answer in one transaction: verdicts, rows, deletions, cursor. Either all of it is on the disk or none.
 *
 * - An answer is dropped whole where the phone no longer stands where it was asked from: another answer came first, or
 *   a logout emptied the cache. The ops will be sent again and answer their recorded verdicts.
 * - An applied op stays as `settled` until the last page is in, so that its edit never flickers (INV-14).
 * - After a reset old rows stay readable until the last page; then what was not sent anew is removed.
 * @param from where the phone stood when it sent the request
 * @param now the phone's clock, ms
 * @returns whether the answer was taken
 */
export async function applyResponse(
  db: AccountDb,
  from: Pick<SyncRecord, 'cursor' | 'gen'>,
  response: SyncResponse,
  now: number,
): Promise<boolean> {
  const stores = [db.marathons, db.applications, db.outbox, db.inbox, db.sync]
  return db.transaction('rw', stores, async (transaction) => {
    const stay = abortWhenLeft(transaction)
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
    stay()
    return true
  })
}

/**
 * WebKit keeps a page that was left, with its transaction half done, and every later page waits for that one. What is
 * aborted here is fetched again. @returns call it once all is written
 */
function abortWhenLeft(transaction: Transaction): () => void {
  const abort = () => transaction.abort()
  globalThis.addEventListener?.('pagehide', abort)
  const stay = () => globalThis.removeEventListener?.('pagehide', abort)
  transaction.on('complete', stay)
  transaction.on('abort', stay)
  return stay
}

async function applyDeletions(db: AccountDb, deleted: SyncResponse['deleted']) {
  const ids = (type: string) => deleted.filter((entry) => entry.type === type).map((entry) => entry.id)
  const marathons = ids('marathon')
  await db.marathons.bulkDelete(marathons)
  await db.applications.bulkDelete(ids('application'))
  if (marathons.length === 0) return
  // A deleted marathon takes its entrants along; one's own applications stay.
  await db.applications
    .where('[own+marathonId]')
    .anyOf(marathons.map((id) => [0, id]))
    .delete()
}

/**
 * A verdict on an op that is no longer queued is no news: the user discarded it, or it came before.
 * @returns the ids of the ops that were applied without a clash
 */
async function applyVerdicts(db: AccountDb, response: SyncResponse, now: number): Promise<string[]> {
  if (response.results.length === 0) return []
  const at = new Date(now).toISOString()
  const verdicts = new Map(response.results.map((verdict) => [verdict.opId, verdict]))
  const records = await db.outbox
    .where('opId')
    .anyOf([...verdicts.keys()])
    .toArray()
  const settled: OutboxRecord[] = []
  const rejected: number[] = []
  const responses: InboxRecord[] = []
  const accepted: string[] = []
  for (const { reason: _reason, ...record } of records) {
    const { opId, op, target, was } = record
    const { status, code, fields, conflicts } = verdicts.get(opId) as Verdict
    if (status === 'rejected' || conflicts) {
      responses.push({ opId, target, op, at, code, fields, conflicts, ...(was ? { was } : {}) })
    } else accepted.push(opId)
    if (status === 'rejected') rejected.push(record.n as number)
    else settled.push({ ...record, state: 'settled' })
  }
  await db.inbox.bulkPut(responses)
  await db.outbox.bulkPut(settled)
  await db.outbox.bulkDelete(rejected)
  return accepted
}

/** Events that fell out of everybody's window leave without a tombstone; the server's clock says when. */
async function prunePast(db: AccountDb, serverNow: number) {
  const past = await db.marathons
    .where('startDate')
    .below(pastMarathonCutoff(serverNow))
    .and((row) => row.own === 0)
    .primaryKeys()
  if (past.length === 0) return
  const applied = await db.applications
    .where('[own+marathonId]')
    .anyOf(past.map((id) => [1, id]))
    .toArray()
  const kept = new Set(applied.map((row) => row.marathonId))
  await db.marathons.bulkDelete(past.filter((id) => !kept.has(id)))
}
