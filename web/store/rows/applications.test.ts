import { beforeEach, describe, expect, it } from 'vitest'
import type { ApplicationFields, TakeOverFields } from '../../../contract/application.ts'
import { ownApplication } from '../../features/registration/own-application.ts'
import { readEntrants } from '../../testing/plain-store.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import type { Account } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import type { ApplicationView } from '../overlay.ts'
import {
  createApplication,
  deleteApplication,
  leaveWaitingList,
  readMyApplications,
  updateApplication,
  useMyApplications,
  useMyApplicationsFor,
} from './applications.ts'
import { useEntrants } from './entrants.ts'
import { deferEntry, takeOver } from './hand-over.ts'
import { assignBibs } from './many/assign-bibs.ts'

let db: AccountDb
let account: Account
const author = { name: 'Ada', email: 'ada@example.com' }
const at = (n: number) => `2025-01-0${n}T00:00:00.000Z`
const { _id, createdAt, ver, mine, ...fields } = applicationRow('entry-0000', 'event-0001')

async function keep(...entries: [id: string, marathonId: string, day: number, own: 0 | 1][]) {
  const rows = entries.map(([id, marathonId, day, own]) => ({
    ...applicationRow(id, marathonId, { createdAt: at(day), mine: own === 1 }),
    own,
    gen: 0,
  }))
  await db.applications.bulkPut(rows)
}

beforeEach(async () => {
  db = await emptyAccount()
  account = { db, author }
  await db.marathons.put({ ...marathonRow('event-0001'), own: 1, gen: 0 })
})

describe('one’s own applications', () => {
  it('are told newest first, with the event where it is here, and without those of others', async () => {
    await keep(
      ['entry-0001', 'event-0001', 1, 1],
      ['entry-0003', 'event-0009', 3, 1],
      ['entry-0002', 'event-0001', 2, 0],
    )
    const entries = await readMyApplications(db, author)
    expect(entries.map(({ application, marathon }) => [application._id, marathon?._id ?? null])).toEqual([
      ['entry-0003', null],
      ['entry-0001', 'event-0001'],
    ])
  })

  it('say that one waits when it leaves the waiting list, unless the server does not have it yet', async () => {
    await keep(['entry-0001', 'event-0001', 1, 1], ['entry-0002', 'event-0001', 2, 1])
    await db.applications.update('entry-0001', { status: 'waiting' })
    // The place has just come, and the screen does not show it yet.
    await db.applications.update('entry-0002', { status: 'registered' })
    await createApplication(db, { ...fields, waitingList: true } as ApplicationFields)
    const made = (await db.outbox.toArray())[0]?.op.id ?? ''
    for (const id of ['entry-0001', 'entry-0002', made]) await leaveWaitingList(db, id)
    const deletions = (await db.outbox.toArray()).filter(({ op }) => op.type === 'application.delete')
    expect(deletions.map(({ op }) => [op.id, op.base])).toEqual([
      ['entry-0001', { status: 'waiting' }],
      ['entry-0002', { status: 'waiting' }],
      [made, {}],
    ])
  })

  it('leave no place that the server gave at once, while the row is still to come', async () => {
    await createApplication(db, { ...fields, waitingList: true } as ApplicationFields)
    await db.outbox.toCollection().modify({ state: 'settled' })
    const made = (await db.outbox.toArray())[0]?.op.id ?? ''
    await leaveWaitingList(db, made)
    expect((await db.outbox.toArray()).at(-1)?.op).toMatchObject({ id: made, base: { status: 'waiting' } })
  })

  it('are found by person and event, so that a form tells what became of its own one', async () => {
    await keep(
      ['entry-0001', 'event-0001', 1, 1],
      ['entry-0002', 'event-0002', 2, 1],
      ['entry-0003', 'event-0001', 3, 0],
    )
    await db.applications.update('entry-0001', { firstName: 'Bea ', lastName: 'Lauf', status: 'entered' })
    await db.applications.update('entry-0002', { firstName: 'Bea', lastName: 'Lauf' })
    await db.applications.update('entry-0003', { firstName: 'Cem', lastName: 'Lauf' })
    const found = (firstName: string) => ownApplication(db, 'event-0001', { firstName, lastName: 'LAUF' })
    expect(await found('bea')).toMatchObject({ _id: 'entry-0001', status: 'entered' })
    expect(await found('Cem')).toBeUndefined()
  })

  it('hold what is queued: a new one, a change, and none that is being deleted', async () => {
    await keep(['entry-0001', 'event-0001', 1, 1], ['entry-0002', 'event-0001', 2, 1])
    await createApplication(db, { ...fields, firstName: 'Bea' } as ApplicationFields)
    const made = (await db.outbox.toArray())[0]?.op.id
    const first = (await readMyApplications(db, author)).find(({ application }) => application._id === 'entry-0001')
    if (!first) throw new Error('the application is missing')
    expect(await updateApplication(db, first.application, { firstName: 'Cora' })).toHaveLength(1)
    expect(await updateApplication(db, first.application, { firstName: first.application.firstName })).toEqual([])
    await deleteApplication(db, 'entry-0002')
    const shown = (await readMyApplications(db, author)).map(({ application: { _id: id, firstName, pending } }) => [
      id,
      firstName,
      pending,
    ])
    expect(shown).toEqual([
      [made, 'Bea', 'waiting'],
      ['entry-0001', 'Cora', 'waiting'],
    ])
  })

  it('hold a place that is taken over or deferred but not sent, and not the one given up', async () => {
    await keep(['entry-0001', 'event-0001', 1, 1])
    const target = marathonRow('event-0002', { title: 'Next year', startDate: '2029-01-31T08:00:00.000Z' })
    await db.marathons.put({ ...target, own: 0, gen: 0 })
    await deferEntry(db, 'entry-0001', 'event-0002')
    const [deferred] = await db.outbox.toArray()
    await updateApplication(db, { _id: deferred?.op.id, lastName: 'Lauf' } as ApplicationView, { lastName: 'New' })
    const secret = 'A'.repeat(22)
    const { marathonId, title: taken, startDate: at, firstName } = fields
    await takeOver(db, {
      marathonId,
      title: taken,
      startDate: at,
      firstName,
      lastName: 'Z',
      from: 'entry-0009',
      secret,
    } as TakeOverFields)
    const shown = async () =>
      (await readMyApplications(db, author)).map(({ application: { title, lastName, isTaken, code, pending } }) => {
        return [title, lastName, isTaken, code, pending]
      })
    expect((await shown()).sort()).toEqual([
      ['Harbour Ten', 'Z', true, '', 'waiting'],
      ['Next year', 'New', true, '', 'waiting'],
    ])
    // The server has deferred the place, and its rows come one after the other.
    await db.outbox.toCollection().modify({ state: 'settled' })
    const { title, startDate } = target
    const arrived = applicationRow(deferred?.op.id ?? '', 'event-0002', { title, startDate, lastName: 'New' })
    await db.applications.put({ ...arrived, own: 1, gen: 0 })
    expect((await shown()).sort()).toEqual([
      ['Harbour Ten', 'Z', true, '', null],
      ['Next year', 'New', undefined, arrived.code, null],
    ])
    await db.outbox.clear()
    await db.applications.delete('entry-0001')
    expect((await shown()).map(([of]) => of)).toEqual(['Next year'])
  })

  it('are live, all of them and those to one event', async () => {
    await keep(['entry-0001', 'event-0001', 1, 1], ['entry-0002', 'event-0009', 2, 1])
    let event = 'event-0001'
    const page = renderHook(() => ({ all: useMyApplications(), one: useMyApplicationsFor(event) }), account)
    const shown = () => [
      page.value().all?.map(({ application }) => application._id),
      page.value().one?.map((application) => application._id),
    ]
    await until(() => expect(shown()).toEqual([['entry-0002', 'entry-0001'], ['entry-0001']]))
    await deleteApplication(db, 'entry-0001')
    await until(() => expect(shown()).toEqual([['entry-0002'], []]))
    event = 'event-0009'
    page.as(account)
    await until(() => expect(shown()).toEqual([['entry-0002'], ['entry-0002']]))
    const other = { db: await emptyAccount(), author }
    page.as(other)
    await until(() => expect(shown()).toEqual([[], []]))
    page.leave()
  })
})

it('the entrants of an event are told oldest first, of that event alone', async () => {
  await keep(['entry-0002', 'event-0001', 2, 0], ['entry-0001', 'event-0001', 3, 1], ['entry-0003', 'event-0009', 1, 0])
  let event = 'event-0001'
  const page = renderHook(() => useEntrants(event), account)
  const shown = () => page.value()?.map((entry) => [entry._id, entry.pending])
  await until(() =>
    expect(shown()).toEqual([
      ['entry-0002', null],
      ['entry-0001', null],
    ]),
  )
  event = 'event-0009'
  page.as(account)
  await until(() => expect(shown()).toEqual([['entry-0003', null]]))
  page.leave()
})

describe('the bibs of entrants', () => {
  const queued = async () => {
    const records = await db.outbox.orderBy('n').toArray()
    return records.map(({ op }) => [op.type, op.id, op.base.bib, op.patch.bib])
  }
  const entrants = async () =>
    (await readEntrants(db, 'event-0001')).map(({ _id, bib, pending }) => [_id, bib, pending])

  beforeEach(() => keep(['entry-0001', 'event-0001', 1, 0], ['entry-0002', 'event-0001', 2, 0]))

  it('are shown at once over the server’s rows, and a deleted one is not shown', async () => {
    const [one] = await readEntrants(db, 'event-0001')
    if (!one) throw new Error('an entrant')
    await assignBibs(db, [{ application: one, bib: '7' }])
    expect(await entrants()).toEqual([
      ['entry-0001', '7', 'waiting'],
      ['entry-0002', null, null],
    ])
    await deleteApplication(db, 'entry-0002')
    expect(await entrants()).toEqual([['entry-0001', '7', 'waiting']])
  })

  it('that move between them are taken away first, and those that stay are not sent', async () => {
    await db.applications.update('entry-0001', { bib: '1' })
    await db.applications.update('entry-0002', { bib: '2' })
    const [one, two] = await readEntrants(db, 'event-0001')
    if (!one || !two) throw new Error('two entrants')
    expect(await assignBibs(db, [{ application: one, bib: '1' }])).toEqual([])
    await assignBibs(db, [
      { application: one, bib: '2' },
      { application: two, bib: null },
    ])
    expect(await queued()).toEqual([
      ['application.assignBib', 'entry-0002', '2', null],
      ['application.assignBib', 'entry-0001', '1', '2'],
    ])
    await db.outbox.clear()
    await assignBibs(db, [
      { application: one, bib: '2' },
      { application: two, bib: '1' },
    ])
    expect(await queued()).toEqual([
      ['application.assignBib', 'entry-0002', '2', null],
      ['application.assignBib', 'entry-0001', '1', '2'],
      ['application.assignBib', 'entry-0002', null, '1'],
    ])
  })
})
