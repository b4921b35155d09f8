import { makesRow, marathonIdOf } from '../contract/ops.ts'
import type { OutboxRecord } from '../web/store/account-db.ts'
import type { Device } from './device.ts'
import { checkConverged } from './device-checks/converged.ts'
import { checkLists, type MakeList } from './list-checks.ts'
import type { Oracle } from './oracle/oracle.ts'
import { Violation } from './oracle/violation.ts'

const MOST_PASSES = 60

/** The parts of a run that `heal` needs. */
export interface Healing {
  devices: Device[]
  oracle: Oracle
  poisoned: Set<string>
  /** The latest time so far. A pass may wait, so it moves while `heal` runs. */
  latestNow: () => number
  makeList: MakeList | undefined
  /** One pass without faults of the device at this index. @throws Violation */
  pass: (index: number) => Promise<unknown>
}

/** The end of a run, without faults: every phone must send everything and then show what the server has. */
export async function heal(run: Healing): Promise<void> {
  for (const index of run.devices.keys()) await drainBesidePoison(run, index)
  run.poisoned.clear()
  for (const device of run.devices) await updateApp(device, run.oracle)
  for (const round of [0, 1]) {
    for (const [index, device] of run.devices.entries()) {
      let end: unknown = null
      for (let pass = 0; pass < MOST_PASSES && end !== 'done'; pass++) end = await run.pass(index)
      if (end !== 'done') throw new Violation('INV-5', `${device.name} ends with ${end} in round ${round}`)
    }
  }
  for (const device of run.devices) {
    await checkConverged(device, run.oracle, run.latestNow())
    await checkLists(device, run.oracle, run.makeList)
  }
}

/** The phone gets an app whose ops the worker knows, and the user unparks everything. */
async function updateApp(device: Device, oracle: Oracle) {
  await device.db.outbox.toCollection().modify((record) => {
    record.op.v = 1
    if (record.state === 'parked') record.state = 'waiting'
  })
  for (const made of device.made) {
    made.op.v = 1
    if (oracle.book.has(made.op.opId)) oracle.book.set(made.op.opId, { op: made.op, uid: device.uid })
  }
}

/** INV-13: a poisoned op in an outbox must not hold up the ops that do not depend on it. */
async function drainBesidePoison(run: Healing, index: number) {
  const device = run.devices[index] as Device
  const queued = await device.db.outbox.orderBy('n').toArray()
  const poison = queued.filter((record) => run.poisoned.has(record.opId))
  if (poison.length === 0 || queued.some((record) => record.op.v !== 1)) return
  const others = async () => {
    return freeBeside(await device.db.outbox.orderBy('n').toArray(), run.poisoned)
  }
  for (let pass = 0; pass < MOST_PASSES && (await others()).length > 0; pass++) await run.pass(index)
  const stuck = await others()
  if (stuck.length > 0) throw new Violation('INV-13', 'a poisoned op holds up others', stuck)
}

/** The edits of a queue that need not wait for these, which cannot be sent, nor for others that wait for them. */
export function freeBeside(queue: OutboxRecord[], blocked: ReadonlySet<string>): OutboxRecord[] {
  const held: OutboxRecord[] = []
  return queue.filter((record) => {
    if (record.state === 'settled') return false
    const mayWait = blocked.has(record.opId) || held.some((earlier) => mayWaitFor(record, earlier))
    if (mayWait) held.push(record)
    return !mayWait
  })
}

/** May a later edit wait for an earlier one? Only where that makes its row or its marathon, or edits a field of both. */
function mayWaitFor(later: OutboxRecord, earlier: OutboxRecord): boolean {
  const isOfRow = later.target === earlier.target
  if (makesRow(earlier.op)) return isOfRow || earlier.target === `marathon:${marathonIdOf(later.op)}`
  return isOfRow && Object.keys(later.op.patch).some((field) => field in earlier.op.patch)
}
