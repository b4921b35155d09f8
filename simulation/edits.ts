import { EMPTY_APPLICATION } from '../contract/fields.ts'
import { DAY_MS } from '../contract/limits.ts'
import type { MarathonPatch } from '../contract/marathon.ts'
import { makesRow, typedOp } from '../contract/ops.ts'
import { helps, INVITED_ROLES, organises } from '../contract/roles.ts'
import {
  discardEdit,
  discardedWith,
  dismissInboxItems,
  resolveConflict,
  sendAgain,
  unpark,
} from '../web/store/handle-unsent.ts'
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
import {
  createMarathon,
  deleteMarathon,
  drawMarathon,
  readMarathons,
  updateMarathon,
} from '../web/store/rows/marathons.ts'
import { deleteNotice, readNotices, writeNotice } from '../web/store/rows/notices.ts'
import { changeRole, offer, readStaff, removeStaff, type StaffView, takeOver } from '../web/store/rows/staff.ts'
import { readUnsent } from '../web/store/unsent.ts'
import { readEntrants } from '../web/testing/plain-store.ts'
import type { Device } from './device.ts'
import type { Oracle } from './oracle.ts'

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

/** What an edit begins with: the phone, what it shows, and the numbers that choose. */
async function lookAt(device: Device, a: number, b: number, world: EditWorld) {
  const { db, author } = device
  const n = world.next()
  const { rows } = await readMarathons(db, author, { sort: 'asc', limit: 1000 })
  const marathons = rows.sort((x, y) => (x.title < y.title ? -1 : 1))
  const applications = (await readMyApplications(db, author))
    .map((application) => application.application)
    .sort((x, y) => (x.additionalInfo < y.additionalInfo ? -1 : 1))
  const own = marathons.filter((row) => organises(row))
  const number = ({ title }: { title: string }) => Number(title.replace('Event ', ''))
  const newest = marathons.reduce<(typeof marathons)[number] | undefined>(
    (best, row) => (best && number(best) > number(row) ? best : row),
    undefined,
  )
  const marathon = at(own.length > 0 ? own : marathons, a)
  return { device, a, b, world, db, author, now: world.now, n, marathons, applications, own, newest, marathon }
}
type Sight = Awaited<ReturnType<typeof lookAt>>

/** The edits that a user may make on a phone, through the functions that the screens call. */
const KINDS = {
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
  apply: (sight) => apply(sight, at(sight.marathons, sight.a)),
  'apply untidily': (sight) => apply(sight, at(sight.marathons, sight.a), {}, ' '),
  'apply or wait': (sight) => apply(sight, at(sight.marathons, sight.a), { waitingList: true }),
  'apply as a club': ({ db, marathons, n, a, b }) => {
    // Only marathons without a capacity have room for the whole club.
    const roomy = marathons.filter((row) => row.capacity === null)
    const target = at(roomy, a)
    if (!target) return
    const fields = newApplicationFields(target, n, b, '')
    return enqueueOps(
      db,
      CLUB.map((firstName) => ({ type: 'application.create', id: newId(), patch: { ...fields, firstName } })),
    )
  },
  'newest.flood': ({ db, newest, n, b }) => {
    if (!newest) return
    const fields = { ...newApplicationFields(newest, n, b, ''), ...LONG, waitingList: true }
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
  'entry.delete': ({ db, applications, a }) => leave(db, at(applications, a)),
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
  'newest.join': (sight) => apply(sight, sight.newest, { waitingList: true }),
  'newest.leave': ({ db, applications, newest }) =>
    leave(
      db,
      applications.find((row) => row.marathonId === newest?._id),
    ),
  'newest.grow': ({ db, newest }) =>
    organises(newest) && updateMarathon(db, newest, { capacity: (newest.capacity ?? 0) + 1 }),
  'newest.allow': ({ db, newest }) =>
    organises(newest) && updateMarathon(db, newest, { perAccount: newest.perAccount + 1 }),
  'newest.draw': ({ db, newest }) => organises(newest) && drawMarathon(db, newest._id),
  'newest.reopen': ({ db, newest, now }) =>
    organises(newest) && updateMarathon(db, newest, { regEnd: iso(now + DAY_MS) }),
  'newest.bib': (sight) => giveBib(sight, sight.newest, sight.a, BIBS[0]),
  'newest.no bib': (sight) => giveBib(sight, sight.newest, sight.a, null),
  'bib.give': (sight) => giveBib(sight, sight.marathon, sight.b, at(BIBS, sight.a + sight.b) ?? null),
  'bib.take': (sight) => giveBib(sight, sight.marathon, sight.b, null),
  'bib.swap': async ({ db, marathon, b }) => {
    const entrants = organises(marathon) ? await readEntrants(db, marathon._id) : []
    const [one, other] = [at(entrants, b), at(entrants, b + 1)]
    if (!one || !other || one === other) return
    await assignBibs(db, [
      { application: one, bib: other.bib },
      { application: other, bib: one.bib },
    ])
  },
  scan: (sight) => scan(sight, helpedAt(sight), [0]),
  'scan twice': (sight) => scan(sight, helpedAt(sight), [0, 1000]),
  'scan.void': async ({ db, author, marathon, now, b }) => {
    const entrants = marathon ? await readEntrants(db, marathon._id) : []
    const ids = entrants.map(({ _id }) => _id)
    const scanned = at([...(await readCheckInsOf(db, author, ids)).values()].flat(), b)
    if (scanned) await voidCheckIn(db, scanned._id, now)
  },
  // An application to another marathon, or a marathon of somebody else.
  'scan.foreign': ({ db, marathons, applications, a, b, now }) => {
    const [event, entry] = [at(marathons, a), at(applications, b)]
    return event && entry && checkIn(db, { marathonId: event._id, applicationId: entry._id, gate: 'A' }, now)
  },
  'newest.scan': (sight) => scan(sight, sight.newest, [0]),
  'scan.confirm': async ({ db, author, marathon }) => {
    const [unconfirmed] = marathon ? await readUnconfirmed(db, author, marathon._id) : []
    if (unconfirmed) await confirmCheckIns(db, [unconfirmed.checkIn._id])
  },
  // Mostly the user's own marathon.
  'notice.write': (sight) => tell(sight, sight.b % 5 === 0 ? at(sight.marathons, sight.a) : sight.marathon),
  'notice.delete': async ({ db, author, a }) => {
    const notice = at(await readNotices(db, author), a)
    if (notice) await deleteNotice(db, notice._id)
  },
  'newest.tell': (sight) => tell(sight, sight.newest),
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
} satisfies Record<string, (sight: Sight) => unknown>
export type EditKind = keyof typeof KINDS
export const EDITS = Object.keys(KINDS) as EditKind[]

/** Makes one edit. @param a chooses the row @param b chooses the change */
export async function makeEdit(device: Device, kind: EditKind, a: number, b: number, world: EditWorld): Promise<void> {
  await KINDS[kind](await lookAt(device, a, b, world))
}

type Target = Sight['newest']

async function apply({ db, n, b }: Sight, target: Target, more: { waitingList?: true } = {}, space = '') {
  if (target) await createApplication(db, { ...newApplicationFields(target, n, b, space), ...more })
}

async function leave(db: Sight['db'], application: Sight['applications'][number] | undefined) {
  if (application?.status === 'waiting') await leaveWaitingList(db, application._id)
  else if (application) await deleteApplication(db, application._id)
}

async function giveBib({ db }: Sight, target: Target, which: number, bib: string | null) {
  const application = organises(target) ? at(await readEntrants(db, target._id), which) : undefined
  if (application) await assignBibs(db, [{ application, bib }])
}

/** The staff that the user sees at a marathon of theirs. */
async function staffOf({ db, marathons, a }: Sight): Promise<StaffView[]> {
  const marathon = at(
    marathons.filter(({ role }) => role !== null),
    a,
  )
  return marathon ? readStaff(db, marathon._id) : []
}

const helpedAt = ({ marathons, marathon, a }: Sight) => {
  const helped = marathons.filter((row) => helps(row))
  return at(helped, a) ?? marathon
}

/** Scans an entrant, once at each of these times after now. */
async function scan({ db, a, b, now }: Sight, event: Target, later: number[]) {
  const entrant = organises(event) || helps(event) ? at(await readEntrants(db, event._id), b) : undefined
  if (!event || !entrant) return
  const scanned = { marathonId: event._id, applicationId: entrant._id, gate: at(GATES, a + b) ?? '' }
  for (const ms of later) await checkIn(db, scanned, now + ms)
}

/** Writes a notice. A text of spaces alone is not valid. */
async function tell({ db, n, b, now }: Sight, event: Target) {
  const text = b % 7 === 6 ? ' ' : `Notice ${n} `
  if (event) await writeNotice(db, { marathonId: event._id, text, urgent: b % 2 === 0 }, now)
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
  for (const { opId } of await discardedWith(db, record)) handled(opId)
  await discardEdit(db, record)
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
    organisedBy: '',
    handOverUntil: null,
    deferTo: null,
    imageSize: '',
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
