import { actionOf, entityOf, makesRow } from '../../contract/ops.ts'
import type { Op } from '../../contract/sync.ts'
import type { OutboxRecord } from '../../web/store/account-db.ts'
import { readMyApplications } from '../../web/store/rows/applications.ts'
import { readCheckInsOf } from '../../web/store/rows/check-ins.ts'
import { readMarathon, readMarathons } from '../../web/store/rows/marathons.ts'
import { readNotices } from '../../web/store/rows/notices.ts'
import { readRecorded } from '../../web/store/rows/recordings.ts'
import { readEntrants } from '../../web/testing/plain-store.ts'
import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { stable, Violation } from '../oracle/violation.ts'
import { type Disk, parse } from './disk.ts'

/** INV-14: the user sees the cached row with every edit applied to it that the row does not contain yet. */
export async function checkViews(device: Device, oracle: Oracle, disk: Disk) {
  const seq = parse(disk.sync?.cursor).seq
  const queued = new Map<string, OutboxRecord>(disk.outbox.map((record) => [record.opId, record]))
  const targets = Map.groupBy(device.made, ({ op }) => `${op.type.split('.')[0]}:${op.id}`)
  const { db, author } = device
  const marathons = await readMarathons(db, author, { sort: 'desc', limit: 1000 })
  const applications = new Map(
    (await readMyApplications(db, author)).map((application) => [application.application._id, application.application]),
  )
  // The place that a queued op gives up for one at another marathon is not shown.
  const given = new Set(disk.outbox.flatMap(({ op }) => (op.type === 'application.defer' ? [op.patch.from] : [])))
  const entrants = new Map<string, unknown>()
  for (const marathonId of new Set(disk.applications.map((row) => row.marathonId))) {
    for (const row of await readEntrants(db, marathonId)) entrants.set(row._id, row)
  }
  const listed = new Map(marathons.rows.map((row) => [row._id, row]))
  await checkDetail(device, listed)
  for (const [target, edits] of targets) {
    const [type, id = ''] = target.split(':')
    if (!['marathon', 'application'].includes(type ?? '')) continue
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
        const isShownDeleted = isDeletion(op) && !cached
        if (seq < recorded.commitEnd && !isShownDeleted)
          throw new Violation('INV-14', `${device.name} shows the state before an edit`, op)
        made.landed = true
        continue
      }
      if (isDeletion(op)) want = null
      else if (makesRow(op)) want ??= { ...createdFields(op), _id: id }
      // What the phone had to forget has left the queued op. `checkQueue` (INV-12) compares that op with the typed one.
      else if (want) want = { ...want, ...changedFields(record.op) }
    }
    // The runner's list shows no entry of a desk, and none that the server must make from another one.
    if (!cached && edits.some(({ op }) => isMadeElsewhere(op))) continue
    // The own applications never show an application of another account, even if an edit of it is in the outbox.
    if (given.has(id) && !(cached && 'mine' in cached && !cached.mine)) want = null
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
export async function checkScans({ db, author, name }: Device, { checkIns, outbox }: Disk) {
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

/** INV-14 and INV-34: what is queued, or what the phone has, is shown once and as it was recorded or ruled. */
export async function checkShownRecorded({ db, author, name }: Device, { recordings, rulings, outbox }: Disk) {
  const queued = outbox.map(({ op }) => op).filter(({ type }) => /^(recording|ruling)\./.test(type))
  const creates = queued.filter(({ type }) => type.endsWith('.create'))
  const events = [...recordings, ...rulings, ...creates.map(({ patch }) => patch)].map(({ marathonId }) =>
    String(marathonId),
  )
  for (const event of new Set(events)) {
    const shown = await readRecorded(db, author, event)
    for (const [kind, held] of [
      ['recording', recordings],
      ['ruling', rulings],
    ] as const) {
      const made = creates.filter(({ type, patch }) => type === `${kind}.create` && patch.marathonId === event)
      const want = [
        ...held.filter(({ marathonId }) => marathonId === event).map(({ _id }) => _id),
        ...made.map(({ id }) => id),
      ]
      const views = kind === 'recording' ? shown.recordings : shown.rulings
      if (stable(views.map(({ _id }) => _id).sort()) !== stable([...new Set(want)].sort()))
        throw new Violation('INV-34', `${name} shows other ${kind}s than it has`, { views, want })
    }
    const back = new Set(queued.filter(({ type }) => type === 'recording.void').map(({ id }) => id))
    const wrong = shown.recordings.find(({ _id, voidedAt }) => back.has(_id) && voidedAt === null)
    if (wrong) throw new Violation('INV-14', `${name} shows a recording that was taken back`, wrong)
  }
}

/** INV-14: the notices that the user sees are those on the phone, with the queued ops over them. */
export async function checkShownNotices({ db, author, name }: Device, { notices, outbox }: Disk) {
  const queued = (type: string) => outbox.filter(({ op }) => op.type === type).map(({ op }) => op.id)
  const deleted = new Set(queued('notice.delete'))
  const want = new Set([...notices.map(({ _id }) => _id), ...queued('notice.create')].filter((id) => !deleted.has(id)))
  const got = (await readNotices(db, author)).map(({ _id }) => _id)
  if (stable(got.toSorted()) !== stable([...want].sort()))
    throw new Violation('INV-14', `${name} shows other notices`, { got, want: [...want] })
}

const isMadeElsewhere = ({ type }: Op) => type === 'application.walkIn' || type === 'application.defer'
const isDeletion = (op: Op) => actionOf(op) === 'delete' || actionOf(op) === 'withdraw'

/** The fields of a queued op that makes a row, as the user sees them. */
function createdFields({
  type,
  patch: { waitingList, namesake: _namesake, from: _from, secret: _secret, ...patch },
}: Op) {
  if (type.startsWith('marathon.')) return { ...patch, role: 'owner' }
  return { ...patch, status: waitingList ? 'waiting' : 'registered', mine: type !== 'application.walkIn' }
}

/** What a queued op changes, as the user sees it. */
function changedFields({ type, at, patch: { namesake: _namesake, ...patch } }: Op): object {
  switch (type) {
    // Before all who wait, and before who was moved up before.
    case 'application.moveUp':
      return { waitingOrder: 0 - Date.parse(at) }
    case 'application.assignBib':
      return { bib: patch.bib, wantedBib: null }
    case 'application.offer':
      return { offer: patch.secret }
    case 'application.claim':
      return { mine: true, isClaimed: true }
    case 'application.confirm':
      return { status: 'registered' }
    default:
      return patch
  }
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
