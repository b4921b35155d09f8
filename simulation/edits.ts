import { EMPTY_APPLICATION } from '../contract/fields.ts'
import { DAY_MS } from '../contract/limits.ts'
import type { MarathonPatch } from '../contract/marathon.ts'
import { actionOf, typedOp } from '../contract/ops.ts'
import { discardOp, dismissInboxItems, resolveConflict, sendAgain, unpark } from '../web/store/handle-unsent.ts'
import { newId } from '../web/store/new-id.ts'
import { type Edit, enqueueOps } from '../web/store/outbox.ts'
import {
  createApplication,
  deleteApplication,
  leaveWaitingList,
  readMyApplications,
  updateApplication,
} from '../web/store/rows/applications.ts'
import { assignBibs } from '../web/store/rows/assign-bibs.ts'
import { checkIn, confirmCheckIns, readCheckInsOf, readUnconfirmed, voidCheckIn } from '../web/store/rows/check-ins.ts'
import { readEntrants } from '../web/store/rows/entrants.ts'
import {
  createMarathon,
  deleteMarathon,
  drawMarathon,
  readMarathons,
  updateMarathon,
} from '../web/store/rows/marathons.ts'
import { deleteNotice, readNotices, writeNotice } from '../web/store/rows/notices.ts'
import { readUnsent } from '../web/store/unsent.ts'
import type { Device } from './device.ts'
import type { Oracle } from './oracle.ts'

/** The kinds of edits that a user may make on a phone. */
export const EDITS = [
  'event.create',
  'event.update',
  'event.update two fields',
  'event.update all',
  'event.delete',
  'event.draw',
  'event.create ballot',
  'apply',
  'apply untidily',
  'apply or wait',
  'apply as a club',
  'newest.flood',
  'entry.update',
  'entry.rename',
  'entry.delete',
  'foreign',
  'again',
  'invalid',
  'future',
  'poison',
  'newest.join',
  'newest.leave',
  'newest.grow',
  'newest.allow',
  'newest.draw',
  'newest.reopen',
  'newest.bib',
  'newest.no bib',
  'bib.give',
  'bib.take',
  'bib.swap',
  'scan',
  'scan twice',
  'scan.void',
  'scan.foreign',
  'newest.scan',
  'scan.confirm',
  'notice.write',
  'notice.delete',
  'newest.tell',
] as const
export type EditKind = (typeof EDITS)[number]

export interface EditWorld {
  now: number
  oracle: Oracle
  poisoned: Set<string>
  /** Returns a new number for each edit, so that all texts are different. */
  next: () => number
}

/** The first three are one person. */
const NAMES = ['Ada', 'ÁDA', 'A‑da\u200b', 'Bo', 'Cy'] as const
/** How often a hostile account applies at once, and how long its texts are. */
const FLOOD = 12
const LONG = { description: 'x'.repeat(4000), additionalInfo: 'x'.repeat(900) }
/** Runners that one account registers for one marathon: more than a page of the pull has in most runs. */
const CLUB = ['Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'] as const
/** There are few bibs, some of them written in two ways, so that two entrants of a marathon often get the same one. */
const BIBS = ['1', 'a2', ' 3', '01'] as const
const GATES = ['A', 'B', ' '] as const
const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const iso = (ms: number) => new Date(ms).toISOString()

/** Makes one edit through the functions that the screens call. @param a chooses the row @param b chooses the change */
export async function makeEdit(device: Device, kind: EditKind, a: number, b: number, world: EditWorld): Promise<void> {
  const { db, author } = device
  const { now } = world
  const n = world.next()
  const marathons = (await readMarathons(db, author, { sort: 'asc', limit: 1000 })).rows.sort((x, y) =>
    x.title < y.title ? -1 : 1,
  )
  const applications = (await readMyApplications(db, author))
    .map((application) => application.application)
    .sort((x, y) => (x.additionalInfo < y.additionalInfo ? -1 : 1))
  const own = marathons.filter((row) => row.mine)
  const marathon = at(own.length > 0 ? own : marathons, a)
  const application = at(applications, a)
  const number = ({ title }: { title: string }) => Number(title.replace('Event ', ''))
  const newest = marathons.reduce<(typeof marathons)[number] | undefined>(
    (best, row) => (best && number(best) > number(row) ? best : row),
    undefined,
  )
  switch (kind) {
    case 'newest.join':
      if (newest) await createApplication(db, { ...newApplicationFields(newest, n, b, ''), waitingList: true })
      return
    case 'newest.flood': {
      if (!newest) return
      const fields = { ...newApplicationFields(newest, n, b, ''), ...LONG, waitingList: true }
      await enqueueOps(
        db,
        Array.from({ length: FLOOD }, (_, index) => {
          const patch = {
            ...fields,
            firstName: `Mallory ${n} ${index}`,
            additionalInfo: `${LONG.additionalInfo} ${n} ${index}`,
          }
          return { type: 'application.create' as const, id: newId(), patch }
        }),
      )
      return
    }
    case 'newest.leave': {
      const joined = applications.find((row) => row.marathonId === newest?._id)
      if (joined?.status === 'waiting') await leaveWaitingList(db, joined._id)
      else if (joined) await deleteApplication(db, joined._id)
      return
    }
    case 'newest.grow':
      if (newest?.mine) await updateMarathon(db, newest, { capacity: (newest.capacity ?? 0) + 1 })
      return
    case 'newest.allow':
      if (newest?.mine) await updateMarathon(db, newest, { perAccount: newest.perAccount + 1 })
      return
    case 'newest.draw':
      if (newest?.mine) await drawMarathon(db, newest._id)
      return
    case 'newest.reopen':
      if (newest?.mine) await updateMarathon(db, newest, { regEnd: iso(now + DAY_MS) })
      return
    case 'newest.bib':
    case 'newest.no bib': {
      const application = newest?.mine ? at(await readEntrants(db, newest._id), a) : undefined
      if (application) await assignBibs(db, [{ application, bib: kind === 'newest.bib' ? BIBS[0] : null }])
      return
    }
    case 'event.create':
      await createMarathon(db, newMarathonFields(n, now, b))
      return
    case 'event.create ballot':
      await createMarathon(db, newBallotFields(n, now, b))
      return
    case 'event.draw': {
      // Mostly a ballot that is closed, where there is one.
      const ballots = own.filter((row) => row.registration === 'ballot')
      const target = at(ballots.length > 0 ? ballots : marathons, a)
      if (target) await drawMarathon(db, target._id)
      return
    }
    case 'event.update':
      if (marathon) await updateMarathon(db, marathon, at(marathonChanges(n, now), b) ?? {})
      return
    case 'event.update two fields':
      if (marathon) await updateMarathon(db, marathon, { location: `Place ${n}`, ...at(marathonChanges(n, now), b) })
      return
    case 'event.update all':
      // All ops are queued in one transaction, like every edit: a running pass sees all of them or none.
      await enqueueOps(
        db,
        own.map(({ _id: id, description }) => ({
          type: 'marathon.update' as const,
          id,
          patch: { description: `Text ${n}` },
          base: { description },
        })),
      )
      return
    case 'event.delete':
      if (marathon) await deleteMarathon(db, marathon._id)
      return
    case 'apply':
    case 'apply or wait':
    case 'apply untidily': {
      const target = at(marathons, a)
      if (!target) return
      const fields = newApplicationFields(target, n, b, kind === 'apply untidily' ? ' ' : '')
      await createApplication(db, kind === 'apply or wait' ? { ...fields, waitingList: true } : fields)
      return
    }
    case 'apply as a club': {
      // Only marathons without a capacity have room for the whole club.
      const roomy = marathons.filter((row) => row.capacity === null)
      const target = at(roomy, a)
      if (!target) return
      const fields = newApplicationFields(target, n, b, '')
      await enqueueOps(
        db,
        CLUB.map((firstName) => ({ type: 'application.create', id: newId(), patch: { ...fields, firstName } })),
      )
      return
    }
    case 'entry.update':
      if (application)
        await updateApplication(
          db,
          application,
          at([{ phoneNumber: `12345 ${n}` }, { location: `Town ${n} ` }], b) ?? {},
        )
      return
    case 'entry.rename':
      if (application) await updateApplication(db, application, { firstName: at(NAMES, b) ?? 'Di', ...isNamesake(n) })
      return
    case 'entry.delete':
      if (application?.status === 'waiting') await leaveWaitingList(db, application._id)
      else if (application) await deleteApplication(db, application._id)
      return
    case 'bib.give':
    case 'bib.take':
    case 'bib.swap': {
      const entrants = marathon?.mine ? await readEntrants(db, marathon._id) : []
      const one = at(entrants, b)
      const other = at(entrants, b + 1)
      if (!one || !other) return
      if (kind === 'bib.give') await assignBibs(db, [{ application: one, bib: at(BIBS, a + b) ?? null }])
      if (kind === 'bib.take') await assignBibs(db, [{ application: one, bib: null }])
      if (kind === 'bib.swap' && one !== other) {
        await assignBibs(db, [
          { application: one, bib: other.bib },
          { application: other, bib: one.bib },
        ])
      }
      return
    }
    case 'newest.scan':
    case 'scan':
    case 'scan twice': {
      const helped = at(
        marathons.filter((row) => row.helping),
        a,
      )
      const event = kind === 'newest.scan' ? newest : (helped ?? marathon)
      const entrant = event?.mine || event?.helping ? at(await readEntrants(db, event._id), b) : undefined
      if (!event || !entrant) return
      const scan = { marathonId: event._id, applicationId: entrant._id, gate: at(GATES, a + b) ?? '' }
      await checkIn(db, scan, now)
      if (kind === 'scan twice') await checkIn(db, scan, now + 1000)
      return
    }
    case 'scan.confirm': {
      const [unconfirmed] = marathon ? await readUnconfirmed(db, author, marathon._id) : []
      if (unconfirmed) await confirmCheckIns(db, [unconfirmed.checkIn._id])
      return
    }
    case 'scan.void': {
      const entrants = marathon ? await readEntrants(db, marathon._id) : []
      const scans = await readCheckInsOf(
        db,
        author,
        entrants.map(({ _id }) => _id),
      )
      const scan = at([...scans.values()].flat(), b)
      if (scan) await voidCheckIn(db, scan._id, now)
      return
    }
    case 'notice.write':
    case 'newest.tell': {
      // Mostly the user's own marathon. A text of spaces alone is not valid.
      const event = kind === 'newest.tell' ? newest : b % 5 === 0 ? at(marathons, a) : marathon
      const text = b % 7 === 6 ? ' ' : `Notice ${n} `
      if (event) await writeNotice(db, { marathonId: event._id, text, urgent: b % 2 === 0 }, now)
      return
    }
    case 'notice.delete': {
      const notice = at(await readNotices(db, author), a)
      if (notice) await deleteNotice(db, notice._id)
      return
    }
    case 'scan.foreign': {
      // An application to another marathon, or a marathon of somebody else.
      const [event, entry] = [at(marathons, a), at(applications, b)]
      if (event && entry) await checkIn(db, { marathonId: event._id, applicationId: entry._id, gate: 'A' }, now)
      return
    }
    case 'foreign':
      return foreignEdit(device, a, b, world)
    case 'again': {
      const earlier = at(
        device.made.filter(({ op }) => actionOf(op) === 'create'),
        a,
      )?.op
      const known = earlier && typedOp(earlier)
      if (known) await enqueueOps(db, [known])
      return
    }
    case 'invalid': {
      if (marathon && b % 3 === 0) await updateMarathon(db, marathon, { location: '  ' })
      // The type allows no such field: only a broken client sends it.
      const patch = { regCount: 7 } as MarathonPatch
      if (marathon && b % 3 === 1) await enqueueOps(db, [{ type: 'marathon.update', id: marathon._id, patch }])
      if (application && b % 3 === 2) await updateApplication(db, application, { phoneNumber: 'call me' })
      return
    }
    case 'future': {
      const op = {
        opId: newId(),
        v: 2,
        type: 'marathon.create',
        id: newId(),
        base: {},
        patch: newMarathonFields(n, now, b),
        at: iso(now),
      }
      await db.outbox.add({ opId: op.opId, target: `marathon:${op.id}`, state: 'waiting', failures: 0, op })
      return
    }
    case 'poison': {
      await createMarathon(db, newMarathonFields(n, now, b))
      const last = (await db.outbox.orderBy('n').last())?.opId
      if (last) world.poisoned.add(last)
      return
    }
  }
}

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
  handled(record.opId)
  await discardOp(db, record.opId)
}

function newMarathonFields(n: number, now: number, b: number) {
  return {
    title: `Event ${n}`,
    location: b % 5 === 0 ? `Place ${n} ` : `Place ${n}`,
    description: `Text ${n}`,
    image: 'https://example.com/a.jpg',
    distance: '10k' as const,
    regStart: iso(now - DAY_MS),
    regEnd: iso(now + (b % 4 === 3 ? 3_600_000 : 30 * DAY_MS)),
    startDate: iso(now + (b % 7 === 6 ? -40 : 40) * DAY_MS),
    timeZone: 'UTC',
    capacity: [null, 1, 2][b % 3] ?? null,
    registration: 'first-come' as const,
    perAccount: [10, 10, 2, 1][b % 4] ?? 10,
  }
}

/** A ballot that is open for an hour. */
function newBallotFields(n: number, now: number, b: number) {
  return {
    ...newMarathonFields(n, now, 0),
    regEnd: iso(now + 3_600_000),
    capacity: 1 + (b % 2),
    registration: 'ballot' as const,
  }
}

function marathonChanges(n: number, now: number) {
  return [
    { location: `Place ${n}` },
    { location: `Place ${n} ` },
    { description: `Text ${n}` },
    { capacity: 1 },
    { capacity: 3 },
    { capacity: null },
    { perAccount: 1 },
    { perAccount: 3 },
    { perAccount: 50 },
    { regEnd: iso(now - 1000) },
    { regEnd: iso(now + 20 * DAY_MS) },
    { startDate: iso(now - 50 * DAY_MS) },
    { startDate: iso(now + 60 * DAY_MS) },
    { distance: '15k' as const },
    { distance: '10k' as const },
    { cancelled: `Storm ${n}` },
    { cancelled: null },
    { registration: 'ballot' as const },
    { registration: 'first-come' as const },
    { registration: 'ballot' as const, capacity: 2 },
  ]
}

function newApplicationFields(
  marathon: { _id: string; title: string; startDate: string },
  n: number,
  b: number,
  space: string,
) {
  return {
    marathonId: marathon._id,
    title: marathon.title,
    startDate: marathon.startDate,
    ...EMPTY_APPLICATION,
    firstName: `${at(NAMES, b)}${space}`,
    lastName: 'Lauf',
    phoneNumber: '12345 678',
    location: `Town ${n}${space}`,
    additionalInfo: `Info ${n}`,
    ...isNamesake(n),
  }
}

/** Every third user says that this is another person of the same name. */
const isNamesake = (n: number) => (n % 3 === 0 ? { namesake: true } : {})
