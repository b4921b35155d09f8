import { APPLICATION } from '../contract/fields.ts'
import { actionOf, entityOf, hasForgotten, makesRow } from '../contract/ops.ts'
import { may, type Role } from '../contract/roles.ts'
import type { Fields, Op } from '../contract/sync.ts'
import { pastMarathonCutoff } from '../contract/time/dates.ts'
import { readCheckInCount } from '../web/features/check-in/check-in-count.ts'
import type { OutboxRecord } from '../web/store/account-db.ts'
import { readMyApplications } from '../web/store/rows/applications.ts'
import { readCheckInsOf } from '../web/store/rows/check-ins.ts'
import { readMarathon, readMarathons } from '../web/store/rows/marathons.ts'
import { readNotices } from '../web/store/rows/notices.ts'
import { readEntrants } from '../web/testing/plain-store.ts'
import type { Device } from './device.ts'
import { ENTRANT, type Oracle, stable, Violation } from './oracle.ts'
import { camel } from './reference.ts'
import type { Row } from './sim-d1.ts'

/** Reads everything on a phone in one transaction. */
async function readDisk({ db }: Device) {
  return db.transaction(
    'r',
    [db.marathons, db.applications, db.checkIns, db.staff, db.notices, db.withdrawn, db.outbox, db.inbox, db.sync],
    async () => ({
      marathons: await db.marathons.toArray(),
      applications: await db.applications.toArray(),
      checkIns: await db.checkIns.toArray(),
      staff: await db.staff.toArray(),
      notices: await db.notices.toArray(),
      withdrawn: await db.withdrawn.toArray(),
      outbox: await db.outbox.orderBy('n').toArray(),
      inbox: await db.inbox.toArray(),
      sync: await db.sync.get('sync'),
    }),
  )
}
type Disk = Awaited<ReturnType<typeof readDisk>>

/** The parts of a cursor: `<epoch>.<seq>`, or `<epoch>-<began>.<seq>` in the middle of a pull from nothing. */
function parse(cursor: string | null | undefined) {
  const [history = '', seq = '-1'] = (cursor ?? '').split('.')
  const [epoch, began = '0'] = history.split('-')
  return { epoch, seq: Number(seq), began: Number(began), isPartial: history.includes('-') }
}

/** Checks a phone against the oracle, in one transaction: the phone may be writing a response at the same time. */
export function checkDevice(device: Device, oracle: Oracle, latestNow: number): Promise<void> {
  return device.db.transaction('r', device.db.tables, async () => {
    const disk = await readDisk(device)
    checkQueue(device, oracle, disk)
    checkCache(device, oracle, disk, latestNow)
    await checkViews(device, oracle, disk)
    await checkScans(device, disk)
    await checkShownNotices(device, disk)
  })
}

/** INV-4, INV-11, INV-12: every edit is in the outbox, or was applied, or has a verdict that the user can see. */
function checkQueue(device: Device, oracle: Oracle, { outbox, inbox }: Disk) {
  const queued = new Map(outbox.map((record) => [record.opId, record]))
  const items = new Map(inbox.map((item) => [item.opId, item]))
  for (const { op, handled } of device.made) {
    const record = queued.get(op.opId)
    if (record && stable(record.op) !== stable(hasForgotten(record.op) ? forgotten(op) : op))
      throw new Violation('INV-12', 'a queued edit changed', { record, op })
    if (record || handled) continue
    const recorded = oracle.records.get(op.opId)
    if (!recorded || !device.delivered.has(op.opId)) {
      throw new Violation(recorded || !items.has(op.opId) ? kept(op) : 'INV-11', 'an edit left without a verdict', op)
    }
    const isClash = recorded.conflicts !== undefined && !oracle.isStripped(op.opId)
    const needsUser = recorded.status === 'rejected' || isClash
    if (needsUser && !items.has(op.opId)) throw new Violation(kept(op), 'a verdict that nobody was shown', op)
  }
  for (const item of inbox) {
    const recorded = oracle.records.get(item.opId)
    if (!recorded) throw new Violation('INV-11', 'an edit was given back that the server never decided', item)
    if (recorded.uid !== device.uid) throw new Violation('INV-10', 'an answer of another account', item)
    if (recorded.verdict.code !== item.code) throw new Violation('INV-3', 'another verdict on the phone', item)
  }
}

/** A correction or withdrawal as a phone keeps it that may not have its values any more. */
function forgotten(op: Op): Op {
  const emptied = (fields: Fields) =>
    Object.fromEntries(
      Object.keys(fields).map((name) => [name, name in op.patch && name !== 'namesake' ? null : fields[name]]),
    )
  return { ...op, patch: emptied(op.patch), base: emptied(op.base) }
}

/** The invariant that keeps an op until somebody has seen its verdict. */
function kept({ type }: Op): string {
  return type === 'checkIn.create' ? 'INV-17' : 'INV-4'
}

/** INV-6 and INV-10: the cache has every visible row up to the cursor with its current fields, and no other row. */
function checkCache(device: Device, oracle: Oracle, disk: Disk, latestNow: number) {
  const { uid } = device
  const cursor = parse(disk.sync?.cursor)
  const gen = disk.sync?.gen ?? 0
  const rows = [...disk.marathons, ...disk.applications, ...disk.checkIns, ...disk.notices]
  const isResetting = [...rows, ...disk.staff].some((row) => row.gen < gen)
  const applied = new Set(oracle.tables.applications.filter((a) => a.owner_uid === uid).map((a) => a.marathon_id))
  const live = new Set(oracle.tables.marathons.map((m) => m.id))
  const cutoff = pastMarathonCutoff(latestNow)
  const cached = new Map<string, object>(rows.map((row) => [row._id, row]))

  const isHere = cursor.epoch === oracle.tables.clock.epoch
  const roles = oracle.tables.staff.filter((row) => row.uid === uid)
  /** Those that this phone must know: it has read everything, or has started over, since the account sees what it sees. */
  const known = roles.filter((row) => isHere && Math.max(cursor.seq, cursor.began) >= Number(row.view_seq))
  const here = known.filter((row) => row.removed_at === null)
  const leading = idsOf(here.filter((row) => may(row.role as Role, 'organise')))
  const staffed = idsOf(here)
  const removed = idsOf(known.filter((row) => row.removed_at !== null && cursor.seq >= Number(row.seq)))
  /** Marathons where the account was removed, and this phone does not know it yet. */
  const leaving = idsOf(roles.filter((row) => row.removed_at !== null && Number(row.seq) > cursor.seq))
  const isOwnEntry = (id: unknown) => oracle.owners.get(`application:${id}`)?.owner === uid
  checkRoles(device, oracle, disk, {
    helping: isResetting ? new Set() : new Set([...staffed].filter((id) => !leading.has(id))),
    removed: isResetting ? new Set() : removed,
    isOwnEntry,
  })
  for (const row of isResetting ? [] : known) {
    const marathon = oracle.tables.marathons.find(({ id }) => id === row.marathon_id)
    const have = disk.marathons.find(({ _id }) => _id === row.marathon_id)
    const role = row.removed_at === null ? row.role : null
    const isTold = cursor.seq >= Math.max(Number(marathon?.seq), Number(row.seq))
    if (have && isTold && have.role !== role)
      throw new Violation('INV-5', `${device.name} has the role ${have.role} and not ${role}`, row)
  }
  const expectRow = (row: Row, isVisible: boolean) => {
    if (!isVisible || Number(row.seq) > cursor.seq || cursor.epoch !== oracle.tables.clock.epoch) return
    const have = cached.get(String(row.id)) as Record<string, unknown> | undefined
    if (!have) throw new Violation('INV-6', `${device.name} at ${disk.sync?.cursor} lacks a row`, row)
    const want = Object.entries(camel(row)).filter(([name]) => name in have)
    const wrong = want.filter(([name, value]) => have[name] !== value)
    if (wrong.length > 0) throw new Violation('INV-6', `${device.name} holds an old row`, { wrong, have, row })
  }
  for (const m of oracle.tables.marathons) {
    const isConcerned = applied.has(m.id) || staffed.has(m.id)
    const isPublic = String(m.start_date) >= cutoff && m.hidden_at === null
    expectRow(m, isPublic || isConcerned)
    // Whoever left the marathon keeps it until the last page of a pull, which checkConverged checks.
    const everConcerned = oracle.isConcerned(String(m.id), uid)
    const isTold = isHere && Number(m.seq) <= cursor.seq && !isResetting
    if (m.hidden_at !== null && !everConcerned && isTold && cached.has(String(m.id)))
      throw new Violation('INV-6', `${device.name} still holds a hidden marathon`, m)
  }
  for (const a of oracle.tables.applications) {
    expectRow(a, a.owner_uid === uid || (staffed.has(a.marathon_id) && live.has(a.marathon_id)))
  }
  for (const c of oracle.tables.checkIns) {
    expectRow(
      { ...c, gate: c.point, confirmed: c.confirmed === 1 } as unknown as Row,
      staffed.has(c.marathon_id) && live.has(c.marathon_id),
    )
  }
  const gone = (type: string, id: string) => {
    const seq = oracle.gone.get(`${type}:${id}`)
    return seq !== undefined && seq <= cursor.seq && cursor.epoch === oracle.tables.clock.epoch && !isResetting
  }
  for (const [type, rows] of [
    ['marathon', disk.marathons],
    ['application', disk.applications],
  ] as const) {
    for (const row of rows) {
      // The pull does not send the deletion of a marathon outside the 30-day window. The phone removes such a row after
      // the last page of a pull, which checkConverged checks.
      const isOutOfWindow = type === 'marathon' && row.startDate < cutoff
      // A helper who was removed is told of no more deletions. All entrants leave when the phone learns of the removal.
      const isLeaving = 'marathonId' in row && !row.mine && leaving.has(row.marathonId)
      if (gone(type, row._id) && !isOutOfWindow && !isLeaving)
        throw new Violation('INV-6', `${device.name} still holds a deleted row`, row)
      const owners = oracle.owners.get(`${type}:${row._id}`)
      if (!owners) throw new Violation('INV-10', 'a row that never was', row)
      const wasStaff = oracle.wasStaff(owners.marathon, uid)
      const isOwn = 'role' in row ? row.role !== null : row.mine
      const mayBeOwn = 'role' in row ? wasStaff : owners.owner === uid
      if (isOwn && !mayBeOwn) throw new Violation('INV-10', 'somebody else’s row as one’s own', row)
      if (type === 'application' && owners.owner !== uid && !wasStaff) {
        throw new Violation('INV-10', 'somebody else’s application', row)
      }
    }
  }
  // That a marathon was deleted is told to its runners alone.
  const visible = visibleNotices(oracle, uid, new Set([...staffed].filter((id) => live.has(id))))
  for (const [id, seq] of visible) {
    if (isHere && seq <= cursor.seq && !cached.has(id))
      throw new Violation('INV-21', `${device.name} at ${disk.sync?.cursor} lacks a notice`, { id, seq })
  }
  for (const { _id: id, marathonId } of disk.notices) {
    oracle.checkReader(id, uid)
    // The pull tells the deletion of a notice to accounts that it concerns now. Where the last own application was
    // deleted too, the phone removes the notices with it, maybe with a later page. checkConverged checks that.
    const isConcerned = staffed.has(marathonId) || applied.has(marathonId)
    if (isConcerned && gone('notice', id))
      throw new Violation('INV-21', `${device.name} still holds a deleted notice`, id)
  }
  for (const row of disk.checkIns) {
    if (!oracle.wasStaff(row.marathonId, uid)) throw new Violation('INV-10', 'somebody else’s check-in', row)
    if (gone('marathon', row.marathonId) || gone('application', row.applicationId))
      throw new Violation('INV-6', 'a check-in of a deleted row', row)
  }
  // The deletion of a marathon removes its entrants from the phone, but not the account's own applications.
  for (const row of disk.applications) {
    if (!row.mine && gone('marathon', row.marathonId))
      throw new Violation('INV-6', 'an entrant of a deleted event', row)
  }
}

interface Roles {
  /** Marathons where the account helps and must not have contact data any more, as this phone must have heard. */
  helping: ReadonlySet<unknown>
  /** Those where this phone must have heard that it has no role any more. */
  removed: ReadonlySet<unknown>
  /** Is this an application of the account itself? Its name is the user's own data. */
  isOwnEntry: (applicationId: unknown) => boolean
}

/** What a phone stores of an entrant beside the fields that a helper gets. */
const STORED = new Set(['own', 'gen', 'toDecide'])

/** INV-19: no contact field of an entrant on a helper's phone, and nothing of a marathon where the role ended. */
function checkRoles(device: Device, oracle: Oracle, disk: Disk, { helping, removed, isOwnEntry }: Roles) {
  for (const row of disk.applications) {
    if (row.own !== 0) continue
    const mayHaveMore = oracle.hasLed(row.marathonId, device.uid) && !helping.has(row.marathonId)
    const more = Object.keys(row).filter((name) => !ENTRANT.has(name) && !STORED.has(name))
    if (more.length > 0 && !mayHaveMore)
      throw new Violation('INV-19', `${device.name} holds ${more} of an entrant`, row)
    if (removed.has(row.marathonId)) throw new Violation('INV-19', `${device.name} still holds an entrant`, row)
  }
  const later = [...disk.checkIns, ...disk.withdrawn, ...disk.staff].find(({ marathonId }) => removed.has(marathonId))
  if (later) throw new Violation('INV-19', `${device.name} still holds what it had as staff`, later)
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

/** INV-14: the user sees the cached row with every edit applied to it that the row does not contain yet. */
async function checkViews(device: Device, oracle: Oracle, disk: Disk) {
  const seq = parse(disk.sync?.cursor).seq
  const queued = new Map<string, OutboxRecord>(disk.outbox.map((record) => [record.opId, record]))
  const targets = Map.groupBy(device.made, ({ op }) => `${op.type.split('.')[0]}:${op.id}`)
  const { db, author } = device
  const marathons = await readMarathons(db, author, { sort: 'desc', limit: 1000 })
  const applications = new Map(
    (await readMyApplications(db, author)).map((application) => [application.application._id, application.application]),
  )
  const entrants = new Map<string, unknown>()
  for (const marathonId of new Set(disk.applications.map((row) => row.marathonId))) {
    for (const row of await readEntrants(db, marathonId)) entrants.set(row._id, row)
  }
  const listed = new Map(marathons.rows.map((row) => [row._id, row]))
  await checkDetail(device, listed)
  for (const [target, edits] of targets) {
    const [type, id = ''] = target.split(':')
    if (type === 'checkIn' || type === 'notice' || type === 'staff') continue
    const cached = [...disk.marathons, ...disk.applications].find((row) => row._id === id)
    let want: Record<string, unknown> | null = cached ? { ...cached } : null
    for (const made of edits) {
      const { op } = made
      const record = queued.get(op.opId)
      if (!record) {
        const recorded = oracle.records.get(op.opId)
        if (made.handled || made.landed || recorded?.status !== 'applied') continue
        // A phone that starts over has a lower cursor again than when the edit's row came. What it does not have, it
        // shows as deleted.
        const isShownDeleted = actionOf(op) === 'delete' && !cached
        if (seq < recorded.commitEnd && !isShownDeleted)
          throw new Violation('INV-14', `${device.name} shows the state before an edit`, op)
        made.landed = true
        continue
      }
      if (actionOf(op) === 'delete') want = null
      else if (makesRow(op))
        want ??= { ...createdFields(op), _id: id, ...(type === 'marathon' ? { role: 'owner' } : { mine: true }) }
      else if (want) {
        const { namesake: _, ...fields } = op.patch
        want = { ...want, ...fields }
      }
    }
    // The own applications never show an application of another account, even if an edit of it is in the outbox.
    const shown = cached && 'mine' in cached && !cached.mine ? entrants : applications
    const view = type === 'marathon' ? (listed.get(id) ?? null) : (shown.get(id) ?? null)
    if ((view === null) !== (want === null))
      throw new Violation('INV-14', 'shown or hidden wrongly', { view, want, edits })
    const wrong = Object.entries(want ?? {}).filter(
      ([name, value]) => name !== 'own' && name !== 'gen' && (view as Record<string, unknown> | null)?.[name] !== value,
    )
    if (wrong.length > 0) throw new Violation('INV-14', 'an edit is not shown', { wrong, view })
  }
}

/** INV-14 and INV-17: every scan that is queued, or that the phone has, is among the check-ins that the user sees. */
async function checkScans({ db, author, name }: Device, { checkIns, outbox }: Disk) {
  const creates = outbox.filter(({ op }) => op.type === 'checkIn.create').map(({ op }) => op)
  const scans = new Map<string, unknown>([
    ...checkIns.map((row) => [row._id, row.applicationId] as const),
    ...creates.map((op) => [op.id, op.patch.applicationId] as const),
  ])
  const views = await readCheckInsOf(db, author, [...new Set([...scans.values()].map(String))])
  const shown = new Map([...views.values()].flat().map((view) => [view._id, view]))
  const voids = outbox.filter(({ op }) => op.type === 'checkIn.void').map(({ op }) => op.id)
  for (const [id, applicationId] of scans) {
    const view = shown.get(id)
    if (!view || view.applicationId !== applicationId)
      throw new Violation('INV-17', `${name} does not show a scan`, { id, applicationId })
    if (voids.includes(id) && view.voidedAt === null)
      throw new Violation('INV-14', `${name} shows a scan that was taken back`, view)
  }
}

/** INV-14: the notices that the user sees are those on the phone, with the queued ops over them. */
async function checkShownNotices({ db, author, name }: Device, { notices, outbox }: Disk) {
  const queued = (type: string) => outbox.filter(({ op }) => op.type === type).map(({ op }) => op.id)
  const deleted = new Set(queued('notice.delete'))
  const want = new Set([...notices.map(({ _id }) => _id), ...queued('notice.create')].filter((id) => !deleted.has(id)))
  const got = (await readNotices(db, author)).map(({ _id }) => _id)
  if (stable(got.toSorted()) !== stable([...want].sort()))
    throw new Violation('INV-14', `${name} shows other notices`, { got, want: [...want] })
}

/** Every notice that an account may see, with the seq from which on a cursor promises it. */
function visibleNotices(oracle: Oracle, uid: string, staffed: ReadonlySet<unknown>): Map<string, number> {
  const found = new Map<string, number>()
  for (const notice of oracle.tables.notices) {
    const seqs = oracle.tables.applications
      .filter((row) => row.owner_uid === uid && row.marathon_id === notice.marathon_id)
      .map((row) => Number(row.seq))
    const isOurs = staffed.has(notice.marathon_id)
    if (notice.to_uid === null ? !isOurs && seqs.length === 0 : notice.to_uid !== uid) continue
    // An account that applied gets the older notices with its application.
    const least = isOurs || notice.to_uid !== null ? 0 : Math.min(...seqs)
    found.set(String(notice.id), Math.max(Number(notice.seq), least))
  }
  return found
}

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

/** The fields of a queued create as the user sees them. */
function createdFields({ type, patch: { waitingList, namesake: _namesake, ...patch } }: Op) {
  return type === 'application.create' ? { ...patch, status: waitingList ? 'waiting' : 'registered' } : patch
}

/** INV-14: the list and the details of a marathon show the same row. */
async function checkDetail({ db, author, made }: Device, listed: Map<string, unknown>) {
  const last = made.findLast(({ op }) => entityOf(op) === 'marathon')?.op.id
  if (!last) return
  const view = await readMarathon(db, author, last)
  if (stable(view) !== stable(listed.get(last) ?? null)) {
    throw new Violation('INV-14', 'list and detail differ', { view, listed: listed.get(last) })
  }
}

const idsOf = (rows: Row[]) => new Set(rows.map((row) => row.marathon_id))

/** INV-5: after everything is sent, the cache has the rows that the server would send to a new phone. */
export async function checkConverged(device: Device, oracle: Oracle, latestNow: number) {
  const disk = await readDisk(device)
  if (disk.outbox.length > 0) throw new Violation('INV-5', `${device.name} did not send`, disk.outbox)
  const clock = oracle.tables.clock
  if (oracle.commits > 0 && disk.sync?.cursor !== `${clock.epoch}.${clock.seq}`) {
    throw new Violation('INV-5', `${device.name} is not at the end`, { cursor: disk.sync?.cursor, clock })
  }
  checkCache(device, oracle, disk, latestNow)
  const { marathons, applications, checkIns } = oracle.tables
  const live = new Set([...marathons, ...applications, ...checkIns].map((row) => row.id))
  const extra = [...disk.marathons, ...disk.applications, ...disk.checkIns].filter((row) => !live.has(row._id))
  if (extra.length > 0) throw new Violation('INV-5', `${device.name} holds rows that are gone`, extra)
  const hidden = new Set(marathons.filter((row) => row.hidden_at !== null).map((row) => row.id))
  const left = disk.marathons.filter(({ _id, role }) => {
    const hasApplied = applications.some((row) => row.marathon_id === _id && row.owner_uid === device.uid)
    return hidden.has(_id) && role === null && !hasApplied
  })
  if (left.length > 0) throw new Violation('INV-5', `${device.name} holds hidden marathons`, left)
  const staff = oracle.tables.staff.filter((row) => row.removed_at === null && live.has(row.marathon_id))
  const roles = new Map(staff.filter((row) => row.uid === device.uid).map((row) => [row.marathon_id, row.role]))
  const visible = [...visibleNotices(oracle, device.uid, new Set(roles.keys())).keys()]
  const held = disk.notices.map(({ _id }) => _id)
  if (stable(held.toSorted()) !== stable(visible.toSorted()))
    throw new Violation('INV-21', `${device.name} has other notices than it may see`, { held, visible })
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
