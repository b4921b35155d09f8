import {
  discardEdit,
  discardedWith,
  dismissInboxItems,
  resolveConflict,
  sendAgain,
  unpark,
} from '../../web/store/handle-unsent.ts'
import { readUnsent } from '../../web/store/unsent.ts'
import type { Device } from '../device.ts'
import { at } from './sight.ts'

/** The user handles one item of "Unsent changes": sends again, keeps mine, dismisses, unparks or discards. */
export async function resolveInboxItem(device: Device, a: number, b: number): Promise<void> {
  const { db } = device
  const { inbox, parked, waiting } = await readUnsent(db)
  const handled = (opId: string) => {
    for (const made of device.made) if (made.op.opId === opId) made.handled = true
  }
  const item = at(inbox, a)
  if (item && b % 4 !== 3) {
    handled(item.opId)
    if (b % 4 === 0) await dismissInboxItems(db, [item])
    else if (item.conflicts) await resolveConflict(db, item, Object.keys(item.conflicts))
    // The user taps twice.
    else await Promise.all([sendAgain(db, item), sendAgain(db, item)])
    return
  }
  const record = at(parked, a) ?? (b % 8 === 3 ? at(waiting, a) : undefined)
  if (!record) return
  if (b % 2 === 0 && record.state === 'parked') {
    await unpark(db, record.target)
    return
  }
  for (const { opId } of await discardedWith(db, record)) handled(opId)
  await discardEdit(db, record)
}
