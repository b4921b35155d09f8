import type { MarathonPatch } from '../../contract/marathon.ts'
import { makesRow, typedOp } from '../../contract/ops.ts'
import { newId } from '../../web/store/new-id.ts'
import { type Edit, enqueueOps } from '../../web/store/outbox.ts'
import { updateApplication } from '../../web/store/rows/applications.ts'
import { createMarathon, updateMarathon } from '../../web/store/rows/marathons.ts'
import type { Device } from '../device.ts'
import { newMarathonFields } from './fields.ts'
import { at, type EditWorld, iso, type Kinds } from './sight.ts'

/** Edits that only a broken, hostile, newer or repeating client sends, and such that the server cannot take. */
export const ODD_EDITS = {
  foreign: ({ device, a, b, world }) => foreignEdit(device, a, b, world),
  again: ({ db, device, a }) => {
    const creates = device.made.filter(({ op }) => makesRow(op))
    const earlier = at(creates, a)?.op
    const known = earlier && typedOp(earlier)
    return known && enqueueOps(db, [known])
  },
  invalid: async ({ db, marathon, applications, a, b }) => {
    const application = at(applications, a)
    if (marathon && b % 3 === 0) await updateMarathon(db, marathon, { location: '  ' })
    // The type allows no such field: only a broken client sends it.
    const patch = { regCount: 7 } as MarathonPatch
    if (marathon && b % 3 === 1) await enqueueOps(db, [{ type: 'marathon.update', id: marathon._id, patch }])
    if (application && b % 3 === 2) await updateApplication(db, application, { phoneNumber: 'call me' })
  },
  future: ({ db, n, now, b }) => {
    const [opId, id, patch] = [newId(), newId(), newMarathonFields(n, now, b)]
    const op = { opId, v: 2, type: 'marathon.create', id, base: {}, patch, at: iso(now) }
    return db.outbox.add({ opId, target: `marathon:${id}`, state: 'waiting', failures: 0, op })
  },
  poison: async ({ db, n, now, b, world }) => {
    await createMarathon(db, newMarathonFields(n, now, b))
    const last = (await db.outbox.orderBy('n').last())?.opId
    if (last) world.poisoned.add(last)
  },
} satisfies Kinds

/** An edit of another account's row. Only a broken or hostile client sends such edits. */
async function foreignEdit(device: Device, a: number, b: number, { oracle, next }: EditWorld) {
  const others = [...oracle.owners].filter(([, { owner }]) => owner !== device.uid).map(([target]) => target)
  const [type, id] = at(others.sort(), a)?.split(':') ?? []
  if (!id) return
  const isMarathon = type === 'marathon'
  const change = { id, patch: { location: `Foreign ${next()}` }, base: { location: 'x' } }
  const update: Edit = { type: isMarathon ? 'marathon.update' : 'application.update', ...change }
  const remove: Edit = { type: isMarathon ? 'marathon.delete' : 'application.delete', id }
  const draw: Edit = { type: 'marathon.draw', id }
  const assign: Edit = { type: 'application.assignBib', id, patch: { bib: '1' }, base: { bib: null } }
  const isBib = !isMarathon && b % 3 === 0
  const isDraw = isMarathon && b % 5 === 0
  await enqueueOps(device.db, [isDraw ? draw : isBib ? assign : b % 2 === 0 ? update : remove])
}
