import { entityOf } from '../../contract/ops.ts'
import type { Op } from '../../contract/sync.ts'
import type { AccountDb } from '../data/account-db.ts'

/**
 * Removes the names of entrants from the scans in the outbox and the inbox, where the user neither organises the
 * marathon nor helps there any more (INV-19). The edits themselves stay until they have a verdict, or the user decides.
 * It must run in a transaction with these tables.
 */
export async function forgetOthersScans(db: AccountDb): Promise<void> {
  const isScan = ({ op }: { op: Op }) => entityOf(op) === 'checkIn'
  // On most phones there is nothing to forget, and reading all marathons would take long.
  if ((await db.outbox.filter(isScan).count()) + (await db.inbox.filter(isScan).count()) === 0) return
  const rows = (await db.marathons.toArray()).filter(({ own, helping }) => own === 1 || helping)
  const ours = new Set(rows.map(({ _id }) => _id))
  const queued = await db.outbox.filter(({ op }) => op.type === 'checkIn.create').toArray()
  const known = new Set<string>([
    ...(await db.checkIns.toCollection().primaryKeys()),
    ...queued.flatMap(({ op }) => (ours.has(String(op.patch.marathonId)) ? [op.id] : [])),
  ])
  // An op that takes a scan back does not name the marathon, but its scan is still on the phone or in the queue.
  const isOurs = ({ id, patch }: Op) => known.has(id) || ours.has(String(patch.marathonId))
  const forget = (record: { op: Op; was?: { title?: unknown } }) => {
    const { op, was } = record
    if (entityOf(op) !== 'checkIn' || !was || isOurs(op)) return
    record.was = { title: was.title }
  }
  await db.outbox.toCollection().modify(forget)
  await db.inbox.toCollection().modify(forget)
}
