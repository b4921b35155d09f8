import { INVITED_ROLES } from '../../contract/roles.ts'
import { type Edit, enqueueOps } from '../../web/store/outbox.ts'
import { changeRole, offer, readStaff, removeStaff, type StaffView, takeOver } from '../../web/store/rows/staff.ts'
import { at, type Kinds, type Sight } from './sight.ts'

/** Edits of staff. */
export const STAFF_EDITS = {
  'staff.role': async (sight) => {
    const row = at(await staffOf(sight), sight.b)
    if (row) await changeRole(sight.db, row, at(INVITED_ROLES, sight.n) ?? 'gate')
  },
  // To an organiser, or to whom a hostile phone wants. The same again takes it back.
  'staff.offer': async (sight) => {
    const rows = (await staffOf(sight)).filter(({ role }) => sight.n % 5 === 0 || role === 'organiser')
    const row = at(rows, sight.b)
    if (row) await offer(sight.db, row, !row.isOffered)
  },
  // Also the own row: the user leaves.
  'staff.remove': async (sight) => {
    const row = at(await staffOf(sight), sight.b)
    if (row) await removeStaff(sight.db, row)
  },
  // Mostly where the user was offered something.
  'staff.take over': async ({ db, n }) => {
    const own = (await db.staff.toArray()).filter(({ mine }) => mine)
    const row = at(
      own.filter(({ isOffered }) => isOffered || n % 7 === 0),
      n,
    )
    if (row) await takeOver(db, row)
  },
  'staff.foreign': ({ db, device, a, b, world }) => {
    const others = world.oracle.tables.staff.filter((row) => row.uid !== device.uid)
    const id = String(at(others, a)?.id ?? 'nobody-0001')
    const edits: Edit[] = [
      { type: 'staff.update', id, patch: { role: 'organiser' }, base: { role: 'gate' } },
      { type: 'staff.update', id, patch: { isOffered: true }, base: { isOffered: false } },
      { type: 'staff.delete', id },
      { type: 'staff.takeOver', id },
    ]
    return enqueueOps(db, [at(edits, b) as Edit])
  },
} satisfies Kinds

/** The staff that the user sees at a marathon of theirs. */
async function staffOf({ db, marathons, a }: Sight): Promise<StaffView[]> {
  const marathon = at(
    marathons.filter(({ role }) => role !== null),
    a,
  )
  return marathon ? readStaff(db, marathon._id) : []
}
