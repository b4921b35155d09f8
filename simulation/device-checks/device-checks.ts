import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { checkCache } from './cache.ts'
import { readDisk } from './disk.ts'
import { checkQueue } from './queue.ts'
import { checkScans, checkShownNotices, checkShownRecorded, checkViews } from './views.ts'

/** Checks a phone against the oracle, in one transaction: the phone may be writing a response at the same time. */
export function checkDevice(device: Device, oracle: Oracle, latestNow: number): Promise<void> {
  return device.db.transaction('r', device.db.tables, async () => {
    const disk = await readDisk(device)
    checkQueue(device, oracle, disk)
    checkCache(device, oracle, disk, latestNow)
    await checkViews(device, oracle, disk)
    await checkScans(device, disk)
    await checkShownNotices(device, disk)
    await checkShownRecorded(device, disk)
  })
}
