import { DAY_MS } from '../../contract/limits.ts'
import { organises } from '../../contract/roles.ts'
import { enqueueOps } from '../../web/store/outbox.ts'
import {
  createMarathon,
  deleteMarathon,
  drawMarathon,
  publishResults,
  updateMarathon,
} from '../../web/store/rows/marathons.ts'
import { deleteNotice, readNotices, writeNotice } from '../../web/store/rows/notices.ts'
import { marathonChanges, newBallotFields, newMarathonFields } from './fields.ts'
import { at, iso, type Kinds, type Sight, type Target } from './sight.ts'

/** Edits of marathons and their notices. */
export const MARATHON_EDITS = {
  'event.create': ({ db, n, now, b }) => createMarathon(db, newMarathonFields(n, now, b)),
  'event.update': ({ db, marathon, n, now, b }) =>
    marathon && updateMarathon(db, marathon, at(marathonChanges(n, now), b) ?? {}),
  'event.update two fields': ({ db, marathon, n, now, b }) =>
    marathon && updateMarathon(db, marathon, { location: `Place ${n}`, ...at(marathonChanges(n, now), b) }),
  // All ops are queued in one transaction, like every edit: a running pass sees all of them or none.
  'event.update all': ({ db, own, n }) =>
    enqueueOps(
      db,
      own.map(({ _id: id, description }) => ({
        type: 'marathon.update',
        id,
        patch: { description: `Text ${n}` },
        base: { description },
      })),
    ),
  'event.delete': ({ db, marathon }) => marathon && deleteMarathon(db, marathon._id),
  'event.draw': ({ db, own, marathons, a }) => {
    // Mostly a ballot that is closed, where there is one.
    const ballots = own.filter((row) => row.registration === 'ballot')
    const target = at(ballots.length > 0 ? ballots : marathons, a)
    return target && drawMarathon(db, target._id)
  },
  'event.create ballot': ({ db, n, now, b }) => createMarathon(db, newBallotFields(n, now, b)),
  'event.publish': ({ db, marathon, marathons, n, a }) => {
    const target = n % 7 === 0 ? at(marathons, a) : marathon
    return target && publishResults(db, target._id, n % 3 === 0 ? '' : 'live')
  },
  'newest.publish': ({ db, newest, b }) => newest && publishResults(db, newest._id, b % 3 === 0 ? '' : 'live'),
  'newest.grow': ({ db, newest }) =>
    organises(newest) && updateMarathon(db, newest, { capacity: (newest.capacity ?? 0) + 1 }),
  'newest.allow': ({ db, newest }) =>
    organises(newest) && updateMarathon(db, newest, { perAccount: newest.perAccount + 1 }),
  'newest.draw': ({ db, newest }) => organises(newest) && drawMarathon(db, newest._id),
  'newest.reopen': ({ db, newest, now }) =>
    organises(newest) && updateMarathon(db, newest, { regEnd: iso(now + DAY_MS) }),
  // Mostly the user's own marathon.
  'notice.write': (sight) => tell(sight, sight.b % 5 === 0 ? at(sight.marathons, sight.a) : sight.marathon),
  'notice.delete': async ({ db, author, a }) => {
    const notice = at(await readNotices(db, author), a)
    if (notice) await deleteNotice(db, notice._id)
  },
  'newest.tell': (sight) => tell(sight, sight.newest),
} satisfies Kinds

/** Writes a notice. A text of spaces alone is not valid. */
async function tell({ db, n, b, now }: Sight, event: Target) {
  const text = b % 7 === 6 ? ' ' : `Notice ${n} `
  if (event) await writeNotice(db, { marathonId: event._id, text, urgent: b % 2 === 0 }, now)
}
