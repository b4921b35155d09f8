import { APPLICATION } from '../../contract/fields.ts'
import { entityOf } from '../../contract/ops.ts'
import type { Device } from '../device.ts'
import { ENTRANT, type Oracle } from '../oracle/oracle.ts'
import { Violation } from '../oracle/violation.ts'
import { isAnswer, listOf } from '../reference/questions.ts'
import type { Disk } from './disk.ts'

interface Roles {
  /** Marathons where the account helps and must not have contact data any more, as this phone must have heard. */
  helping: ReadonlySet<unknown>
  /** Those where this phone must have heard that it has no role any more. */
  removed: ReadonlySet<unknown>
  /** Those where this phone must have heard that the account does not see recordings. */
  notTiming: ReadonlySet<unknown>
  /** Is this an application of the account itself? Its name is the user's own data. */
  isOwnEntry: (applicationId: unknown) => boolean
}

/** What a phone stores of an entrant beside the fields that a helper gets. */
const STORED = new Set(['own', 'gen', 'toDecide'])

/** INV-19: no contact field of an entrant on a helper's phone, and nothing of a marathon where the role ended. */
export function checkRoles(
  device: Device,
  oracle: Oracle,
  disk: Disk,
  { helping, removed, notTiming, isOwnEntry }: Roles,
) {
  for (const row of disk.applications) {
    if (row.own !== 0) continue
    const mayHaveMore = oracle.hasLed(row.marathonId, device.uid) && !helping.has(row.marathonId)
    const marathon = oracle.tables.marathons.find(({ id }) => id === row.marathonId)
    const { questions } = marathon ?? {}
    const seen = new Set(listOf(questions).flatMap(({ id, staffSees }) => (staffSees ? [`answers.${id}`] : [])))
    // Before this phone has heard of the last change of what staff see, or of a deletion, it has what they saw.
    const isHeard = marathon !== undefined && helping.has(row.marathonId)
    const isSeen = (name: string) => seen.has(name) || (isAnswer(name) && !isHeard)
    const more = Object.keys(row).filter((name) => !ENTRANT.has(name) && !STORED.has(name) && !isSeen(name))
    if ((more.length > 0 || (row.isClaimed && row.hidesName)) && !mayHaveMore)
      throw new Violation('INV-19', `${device.name} holds ${more} of an entrant`, row)
    if (removed.has(row.marathonId)) throw new Violation('INV-19', `${device.name} still holds an entrant`, row)
  }
  const later = [...disk.checkIns, ...disk.withdrawn, ...disk.staff].find(({ marathonId }) => removed.has(marathonId))
  if (later) throw new Violation('INV-19', `${device.name} still holds what it had as staff`, later)
  const recorded = [...disk.recordings, ...disk.rulings].find(({ marathonId }) => notTiming.has(marathonId))
  if (recorded) throw new Violation('INV-19', `${device.name} still holds what was recorded`, recorded)
  const others = disk.staff.find(({ marathonId, mine }) => !mine && helping.has(marathonId))
  if (others) throw new Violation('INV-19', `${device.name} knows who else is staff`, others)
  for (const { op, was } of [...disk.outbox, ...disk.inbox]) {
    if (entityOf(op) !== 'checkIn' || !was) continue
    if (Object.keys(APPLICATION).some((name) => name in was && !ENTRANT.has(name)))
      throw new Violation('INV-19', `${device.name} keeps contact data with a scan`, { op, was })
    const isForgotten = was.firstName === undefined || isOwnEntry(op.patch.applicationId)
    if (removed.has(op.patch.marathonId) && !isForgotten)
      throw new Violation('INV-19', `${device.name} keeps the name of an entrant with a scan`, { op, was })
  }
}
