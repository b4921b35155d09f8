import { entityOf } from '../../contract/ops.ts'
import type { Op } from '../../contract/sync.ts'
import type { AccountDb } from '../store/account-db.ts'

/**
 * Removes the names of entrants from the scans in the outbox and the inbox, where the user neither organises the
 * marathon nor helps there any more (INV-19). The edits themselves stay until they have a verdict, or the user decides.
 * It must run in a transaction with these tables.
 */
export async function forgetOthersScans(db: AccountDb): Promise<void> {
  const isScan = ({ op }: { op: Op }) => entityOf(op) === 'checkIn'
  const queued = await db.outbox.filter(isScan).toArray()
  const told = await db.inbox.filter(isScan).toArray()
  const ids = [...queued, ...told].flatMap(({ op, was }) => (was ? [op.id] : []))
  // On most phones there is nothing to forget, and reading all marathons would take long.
  if (queued.length + told.length === 0) return
  const rows = (await db.marathons.toArray()).filter(({ role }) => role !== null)
  const ours = new Set(rows.map(({ _id }) => _id))
  const created = queued.filter(({ op }) => op.type === 'checkIn.create' && ours.has(String(op.patch.marathonId)))
  const known = new Set<string>([
    // An organiser's phone may have 50,000 check-ins, so those alone are looked up that are named.
    ...(await db.checkIns.where('_id').anyOf(ids).primaryKeys()),
    ...created.map(({ op }) => op.id),
  ])
  // An op that takes a scan back does not name the marathon, but its scan is still on the phone or in the queue.
  const isOurs = ({ id, patch }: Op) => known.has(id) || ours.has(String(patch.marathonId))
  const forget = (record: { op: Op; was?: { title?: unknown } }) => {
    const { op, was } = record
    if (!isScan(record) || !was || isOurs(op)) return
    record.was = { title: was.title }
  }
  await db.outbox.toCollection().modify(forget)
  await db.inbox.toCollection().modify(forget)
}
