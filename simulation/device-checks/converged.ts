import { may, type Role } from '../../contract/roles.ts'
import { readCheckInCount } from '../../web/features/check-in/check-in-count.ts'
import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { stable, Violation } from '../oracle/violation.ts'
import { checkCache } from './cache.ts'
import { readDisk, visibleNotices } from './disk.ts'

/** The numbers of scanned entrants with and without a place, according to the server's tables. */
function scannedAt(oracle: Oracle, marathonId: string) {
  const valid = oracle.tables.checkIns.filter(
    (row) => row.marathon_id === marathonId && row.voided_at === null && row.confirmed === 1,
  )
  const scanned = new Set(valid.map((row) => row.application_id))
  const applications = oracle.tables.applications.filter((row) => scanned.has(row.id))
  const here = applications.filter((row) => row.status === 'registered').length
  return { here, withoutPlace: applications.length - here }
}

/** INV-5: after everything is sent, the cache has the rows that the server would send to a new phone. */
export async function checkConverged(device: Device, oracle: Oracle, latestNow: number) {
  const disk = await readDisk(device)
  if (disk.outbox.length > 0) throw new Violation('INV-5', `${device.name} did not send`, disk.outbox)
  const clock = oracle.tables.clock
  if (oracle.commits > 0 && disk.sync?.cursor !== `${clock.epoch}.${clock.seq}`) {
    throw new Violation('INV-5', `${device.name} is not at the end`, { cursor: disk.sync?.cursor, clock })
  }
  checkCache(device, oracle, disk, latestNow)
  const { marathons, applications, checkIns, recordings, rulings } = oracle.tables
  const live = new Set([...marathons, ...applications, ...checkIns, ...recordings, ...rulings].map((row) => row.id))
  const held = [...disk.marathons, ...disk.applications, ...disk.checkIns, ...disk.recordings, ...disk.rulings]
  const extra = held.filter((row) => !live.has(row._id))
  if (extra.length > 0) throw new Violation('INV-5', `${device.name} holds rows that are gone`, extra)
  const hidden = new Set(marathons.filter((row) => row.hidden_at !== null).map((row) => row.id))
  const left = disk.marathons.filter(({ _id, role }) => {
    const hasApplied = applications.some((row) => row.marathon_id === _id && row.owner_uid === device.uid)
    return hidden.has(_id) && role === null && !hasApplied
  })
  if (left.length > 0) throw new Violation('INV-5', `${device.name} holds hidden marathons`, left)
  const staff = oracle.tables.staff.filter((row) => row.removed_at === null && live.has(row.marathon_id))
  const roles = new Map(staff.filter((row) => row.uid === device.uid).map((row) => [row.marathon_id, row.role]))
  const visible = [...visibleNotices(oracle, device.uid, new Set(roles.keys()), disk).keys()]
  const told = disk.notices.map(({ _id }) => _id)
  if (stable(told.toSorted()) !== stable(visible.toSorted()))
    throw new Violation('INV-21', `${device.name} has other notices than it may see`, { told, visible })
  for (const { _id: id, role } of disk.marathons) {
    if (role !== (roles.get(id) ?? null)) throw new Violation('INV-5', `${device.name} has the role ${role}`, id)
    if (role === null) continue
    const { here, withoutPlace } = await readCheckInCount(device.db, id)
    const want = scannedAt(oracle, id)
    if (here !== want.here || withoutPlace !== want.withoutPlace)
      throw new Violation('INV-5', `${device.name} counts ${here} here, ${withoutPlace} without a place`, { id, want })
  }
  const mayOrganise = (id: unknown) => may(roles.get(id as string) as Role | undefined, 'organise')
  const seen = staff.filter((row) => mayOrganise(row.marathon_id) || row.uid === device.uid)
  const want = seen.map((row) => [row.id, row.role, row.offered_at !== null, row.uid === device.uid])
  const have = disk.staff.map(({ _id, role, isOffered, mine }) => [_id, role, isOffered, mine])
  if (stable(have.map(stable).sort()) !== stable(want.map(stable).sort()))
    throw new Violation('INV-5', `${device.name} has other staff than it may see`, { have, want })
}
