import { hasForgotten } from '../../contract/ops.ts'
import type { Op } from '../../contract/sync.ts'
import type { Device } from '../device.ts'
import { forgotten, unseen } from '../oracle/forgotten.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { stable, Violation } from '../oracle/violation.ts'
import type { Disk } from './disk.ts'

/** INV-4, INV-11, INV-12: every edit is in the outbox, or was applied, or has a verdict that the user can see. */
export function checkQueue(device: Device, oracle: Oracle, { outbox, inbox }: Disk) {
  const queued = new Map(outbox.map((record) => [record.opId, record]))
  const items = new Map(inbox.map((item) => [item.opId, item]))
  for (const { op, handled } of device.made) {
    const record = queued.get(op.opId)
    const expected =
      record &&
      unseen(hasForgotten(record.op) ? forgotten(op) : op, (field) => (record.op.base[field] ?? null) === null)
    if (record && expected && stable(record.op) !== stable(expected))
      throw new Violation('INV-12', 'a queued edit changed', { record, op })
    if (record || handled) continue
    const recorded = oracle.records.get(op.opId)
    if (!recorded || !device.delivered.has(op.opId)) {
      throw new Violation(recorded || !items.has(op.opId) ? kept(op) : 'INV-11', 'an edit left without a verdict', op)
    }
    const isClash = recorded.conflicts !== undefined && !oracle.isStripped(op.opId)
    const needsUser = recorded.status === 'rejected' || isClash
    if (needsUser && !items.has(op.opId)) throw new Violation(kept(op), 'a verdict that nobody was shown', op)
  }
  for (const item of inbox) {
    const recorded = oracle.records.get(item.opId)
    if (!recorded) throw new Violation('INV-11', 'an edit was given back that the server never decided', item)
    if (recorded.uid !== device.uid) throw new Violation('INV-10', 'an answer of another account', item)
    if (recorded.verdict.code !== item.code) throw new Violation('INV-3', 'another verdict on the phone', item)
  }
}

/** The invariant that keeps an op until somebody has seen its verdict. */
function kept({ type }: Op): string {
  if (type === 'application.walkIn') return 'INV-29'
  if (type === 'recording.create') return 'INV-34'
  return type === 'checkIn.create' ? 'INV-17' : 'INV-4'
}
