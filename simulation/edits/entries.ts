import { newId } from '../../web/store/new-id.ts'
import { type Edit, enqueueOps } from '../../web/store/outbox.ts'
import {
  createApplication,
  deleteApplication,
  leaveWaitingList,
  updateApplication,
} from '../../web/store/rows/applications.ts'
import { CLUB, FLOOD, isNamesake, LONG, NAMES, newApplicationFields } from './fields.ts'
import { at, type Kinds, type Sight, type Target } from './sight.ts'

/** Edits of runners' own applications. */
export const ENTRY_EDITS = {
  apply: (sight) => apply(sight, at(sight.marathons, sight.a)),
  'apply untidily': (sight) => apply(sight, at(sight.marathons, sight.a), {}, ' '),
  'apply or wait': (sight) => apply(sight, at(sight.marathons, sight.a), { waitingList: true }),
  'apply as a club': ({ db, marathons, n, a, b, now }) => {
    // Only marathons without a capacity have room for the whole club.
    const roomy = marathons.filter((row) => row.capacity === null)
    const target = at(roomy, a)
    if (!target) return
    const fields = newApplicationFields(target, n, b, '', now)
    return enqueueOps(
      db,
      CLUB.map((firstName) => ({ type: 'application.create', id: newId(), patch: { ...fields, firstName } })),
    )
  },
  'newest.flood': ({ db, newest, n, b, now }) => {
    if (!newest) return
    const fields = { ...newApplicationFields(newest, n, b, '', now), ...LONG, waitingList: true }
    const create = (_: unknown, index: number): Edit => {
      const additionalInfo = `${LONG.additionalInfo} ${n} ${index}`
      const patch = { ...fields, firstName: `Mallory ${n} ${index}`, additionalInfo }
      return { type: 'application.create', id: newId(), patch }
    }
    return enqueueOps(db, Array.from({ length: FLOOD }, create))
  },
  'entry.update': ({ db, applications, n, a, b }) => {
    const application = at(applications, a)
    const patch = at([{ phoneNumber: `12345 ${n}` }, { location: `Town ${n} ` }], b) ?? {}
    return application && updateApplication(db, application, patch)
  },
  'entry.rename': ({ db, applications, n, a, b }) => {
    const application = at(applications, a)
    return application && updateApplication(db, application, { firstName: at(NAMES, b) ?? 'Di', ...isNamesake(n) })
  },
  'entry.hide': ({ db, applications, a }) => {
    const application = at(applications, a)
    return application && updateApplication(db, application, { hidesName: !application.hidesName })
  },
  'newest.hide': ({ db, applications, newest }) => {
    const application = applications.find((row) => row.marathonId === newest?._id)
    return application && updateApplication(db, application, { hidesName: !application.hidesName })
  },
  'entry.delete': ({ db, applications, a }) => leave(db, at(applications, a)),
  'newest.join': (sight) => apply(sight, sight.newest, { waitingList: true }),
  'newest.leave': ({ db, applications, newest }) =>
    leave(
      db,
      applications.find((row) => row.marathonId === newest?._id),
    ),
} satisfies Kinds

async function apply({ db, n, b, now }: Sight, target: Target, more: { waitingList?: true } = {}, space = '') {
  if (target) await createApplication(db, { ...newApplicationFields(target, n, b, space, now), ...more })
}

async function leave(db: Sight['db'], application: Sight['applications'][number] | undefined) {
  if (application?.status === 'waiting') await leaveWaitingList(db, application._id)
  else if (application) await deleteApplication(db, application._id)
}
