import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../contract/check-in.ts'
import { readCheckInCount, useCheckInCount } from '../../features/check-in/check-in-count.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import {
  applicationRow,
  checkInRow,
  codeOf,
  emptyAccount,
  marathonRow,
  responseOf,
} from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { enqueueOps } from '../outbox.ts'
import { checkIn, confirmCheckIns, readCheckInsOf, readUnconfirmed, useCheckInsOf, voidCheckIn } from './check-ins.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')

const scan = (id: string, applicationId: string, other: Partial<CheckIn> = {}) =>
  checkInRow(id, EVENT, applicationId, other)

/** A phone of the organiser, with an event for 500 and the entrants Ada and Bo. */
async function organiser(checkIns: CheckIn[] = []) {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, serverOffsetMs: 0 })
  await receive(db, {
    marathons: [marathonRow(EVENT, { role: 'owner', regCount: 500 })],
    applications: [
      applicationRow('entry-ada', EVENT, { mine: false }),
      applicationRow('entry-bo', EVENT, { mine: false, firstName: 'Bo' }),
    ],
    checkIns,
  })
  return db
}

async function receive(db: AccountDb, other: Parameters<typeof responseOf>[0]) {
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  const seq = Number(from.cursor?.split('.')[1] ?? 0) + 1
  const response = responseOf({ cursor: `e.${seq}`, serverTime: new Date(NOW).toISOString(), ...other })
  expect(await applyResponse(db, from, response, NOW)).toBe(true)
}

const countOf = (db: AccountDb) => readCheckInCount(db, EVENT)
const enter = (db: AccountDb, applicationId: string, gate = 'A') =>
  checkIn(db, { marathonId: EVENT, applicationId, gate }, NOW)

describe('the count of who is here', () => {
  it('counts every entrant once, at the gate of the first scan', async () => {
    const db = await organiser([
      scan('scan-0002', 'entry-ada', { gate: 'B', at: '2027-06-01T06:50:00.000Z' }),
      scan('scan-0001', 'entry-ada'),
      scan('scan-0003', 'entry-bo', { gate: 'B' }),
    ])
    expect(await countOf(db)).toEqual({
      here: 2,
      withoutPlace: 0,
      gates: [
        { gate: 'A', here: 1 },
        { gate: 'B', here: 1 },
      ],
      registered: 500,
    })
    await receive(db, {
      checkIns: [scan('scan-0001', 'entry-ada', { voidedAt: '2027-06-01T07:00:00.000Z', ver: 2 })],
    })
    expect((await countOf(db)).gates).toEqual([{ gate: 'B', here: 2 }])
  })

  it('has a scan as soon as it is queued, and not twice when the server has it too', async () => {
    const db = await organiser([scan('scan-0001', 'entry-ada')])
    await enter(db, 'entry-ada', 'B')
    const { id } = await enter(db, 'entry-bo', 'C')
    expect((await countOf(db)).gates).toEqual([
      { gate: 'A', here: 1 },
      { gate: 'C', here: 1 },
    ])
    await receive(db, { checkIns: [scan(id, 'entry-bo', { gate: 'C' })] })
    expect((await countOf(db)).here).toBe(2)
    await voidCheckIn(db, id, NOW)
    expect((await countOf(db)).gates).toEqual([{ gate: 'A', here: 1 }])
  })

  it('is without a scan of another phone as soon as it is taken back here', async () => {
    const db = await organiser([scan('scan-0001', 'entry-ada'), scan('scan-0002', 'entry-bo')])
    await voidCheckIn(db, 'scan-0001', NOW)
    expect((await countOf(db)).here).toBe(1)
  })

  it('leaves out what is void, what nobody vouches for, and other events', async () => {
    const db = await organiser([
      scan('scan-0001', 'entry-ada', { confirmed: false }),
      scan('scan-0002', 'entry-bo', { voidedAt: '2027-06-01T06:41:00.000Z' }),
      scan('scan-0003', 'entry-cy', { marathonId: 'event-0002' }),
    ])
    expect(await countOf(db)).toEqual({ here: 0, withoutPlace: 0, gates: [], registered: 500 })
  })

  it('is nobody where the phone does not have the event yet', async () => {
    const nobody = { here: 0, withoutPlace: 0, gates: [], registered: 0 }
    expect(await countOf(await emptyAccount())).toEqual(nobody)
  })
})

describe('a scan of an entry without a place', () => {
  const waiting = (other = {}) => applicationRow('entry-bo', EVENT, { mine: false, status: 'waiting', ...other })
  const numbers = async (db: AccountDb) => {
    const { here, withoutPlace, gates } = await countOf(db)
    return { here, withoutPlace, gates: gates.map(({ gate, here }) => `${gate} ${here}`) }
  }

  it('is counted apart, at no gate, queued and received', async () => {
    const db = await organiser([scan('scan-0001', 'entry-ada')])
    const ballot = applicationRow('entry-di', EVENT, { mine: false, status: 'entered' })
    await receive(db, { applications: [waiting(), ballot] })
    const { id } = await enter(db, 'entry-bo', 'B')
    await enter(db, 'entry-di', 'B')
    expect(await numbers(db)).toEqual({ here: 1, withoutPlace: 2, gates: ['A 1'] })
    await receive(db, { checkIns: [scan(id, 'entry-bo', { gate: 'B' })] })
    expect(await numbers(db)).toEqual({ here: 1, withoutPlace: 2, gates: ['A 1'] })
    await db.outbox.clear()
    expect(await numbers(db)).toEqual({ here: 1, withoutPlace: 1, gates: ['A 1'] })
    await voidCheckIn(db, id, NOW)
    expect(await numbers(db)).toEqual({ here: 1, withoutPlace: 0, gates: ['A 1'] })
  })

  it('counts as here once the entry gets a place, and not before', async () => {
    const db = await organiser()
    await receive(db, { applications: [waiting()], checkIns: [scan('scan-0001', 'entry-bo')] })
    expect(await numbers(db)).toEqual({ here: 0, withoutPlace: 1, gates: [] })
    await receive(db, { applications: [waiting({ bib: '7', ver: 2 })] })
    expect(await numbers(db)).toEqual({ here: 0, withoutPlace: 1, gates: [] })
    await receive(db, { applications: [waiting({ status: 'registered', ver: 3 })] })
    expect(await numbers(db)).toEqual({ here: 1, withoutPlace: 0, gates: ['A 1'] })
  })

  it('is counted apart where the scan arrives before its entry, and after a pull from nothing', async () => {
    const db = await organiser()
    await receive(db, { checkIns: [scan('scan-0009', 'entry-late')] })
    await receive(db, { applications: [applicationRow('entry-late', EVENT, { mine: false, status: 'waiting' })] })
    expect(await numbers(db)).toEqual({ here: 0, withoutPlace: 1, gates: [] })
    const all = {
      marathons: [marathonRow(EVENT, { role: 'owner' })],
      applications: [waiting()],
      checkIns: [scan('scan-0001', 'entry-bo')],
    }
    await receive(db, { ...all, reset: true, cursor: 'f.1' })
    expect(await numbers(db)).toEqual({ here: 0, withoutPlace: 1, gates: [] })
  })

  it('has no place either where the entry is only in the queue', async () => {
    const db = await organiser()
    const { _id, createdAt, status, promotedAt, bib, drawOrder, code, ver, mine, ...fields } = waiting()
    await enqueueOps(db, [{ type: 'application.create', id: 'entry-new', patch: { ...fields, waitingList: true } }])
    await enter(db, 'entry-new')
    expect(await numbers(db)).toEqual({ here: 0, withoutPlace: 1, gates: [] })
  })
})

describe('the check-ins of an entrant', () => {
  it('are all there, oldest first, the queued ones too, and a void one keeps its time', async () => {
    const db = await organiser([scan('scan-0001', 'entry-ada', { by: 'Ravi' })])
    const { id } = await enter(db, 'entry-ada', 'B')
    await voidCheckIn(db, id, NOW + 1000)
    const found = (await readCheckInsOf(db, AUTHOR, ['entry-ada', 'entry-bo'])).get('entry-ada')
    expect(found).toMatchObject([
      { _id: 'scan-0001', by: 'Ravi', pending: null },
      { _id: id, by: 'Olivia', gate: 'B', voidedAt: '2027-06-01T07:00:01.000Z', pending: 'waiting' },
    ])
  })

  it('are made at the time of the server’s clock', async () => {
    const db = await organiser()
    await db.sync.update('sync', { serverOffsetMs: 60_000 })
    await enter(db, 'entry-ada')
    const scans = (await readCheckInsOf(db, AUTHOR, ['entry-ada'])).get('entry-ada')
    expect(scans?.map(({ at }) => at)).toEqual(['2027-06-01T07:01:00.000Z'])
  })

  it('keep in the queue whose entry was scanned, and no contact data', async () => {
    const db = await organiser()
    await enter(db, 'entry-ada')
    expect((await db.outbox.toArray()).map(({ was }) => was)).toEqual([
      { marathonId: 'event-0001', title: 'Harbour Ten', firstName: 'Ada', lastName: 'Lauf' },
    ])
  })

  it('leave with the application and with the event, and with the name that the server erased', async () => {
    const scans = [scan('scan-0001', 'entry-ada'), scan('scan-0002', 'entry-bo')]
    const db = await organiser(scans)
    await receive(db, { deleted: [{ type: 'application', id: 'entry-ada', at: '2027-06-01T06:41:00.000Z' }] })
    expect((await db.checkIns.toArray()).map(({ _id }) => _id)).toEqual(['scan-0002'])
    expect(await db.withdrawn.toArray()).toEqual([
      { _id: 'entry-ada', code: codeOf('entry-ada'), marathonId: EVENT, at: '2027-06-01T06:41:00.000Z' },
    ])
    const nameless = { mine: false, firstName: '', lastName: '' }
    await receive(db, { applications: [applicationRow('entry-bo', EVENT, nameless)] })
    expect(await db.checkIns.count()).toBe(0)
    await receive(db, { checkIns: scans })
    await receive(db, { deleted: [{ type: 'marathon', id: EVENT, at: '2027-06-01T06:42:00.000Z' }] })
    expect([await db.checkIns.count(), await db.withdrawn.count()]).toEqual([0, 0])
  })
})

it('shows a screen every scan as it is made, taken back and received', async () => {
  const db = await organiser()
  const page = renderHook(() => ({ count: useCheckInCount(EVENT), of: useCheckInsOf(['entry-ada']) }), {
    db,
    author: AUTHOR,
  })
  const shown = () => {
    const { count, of } = page.value()
    return [count?.here, of?.get('entry-ada')?.map(({ voidedAt }) => voidedAt !== null)]
  }
  await until(() => expect(shown()).toEqual([0, []]))
  const { id } = await enter(db, 'entry-ada')
  await until(() => expect(shown()).toEqual([1, [false]]))
  await voidCheckIn(db, id, NOW)
  await until(() => expect(shown()).toEqual([0, [true]]))
  await receive(db, { checkIns: [scan('scan-0001', 'entry-ada'), scan('scan-0002', 'entry-bo')] })
  await until(() => expect(shown()).toEqual([2, [false, true]]))
  page.leave()
})

it('a scan that waits for the organiser is listed with its name until a decision is queued', async () => {
  const late = (id: string, applicationId: string, at: string) => scan(id, applicationId, { confirmed: false, at })
  const db = await organiser([
    late('scan-0003', 'entry-bo', '2027-06-01T06:50:00.000Z'),
    late('scan-0002', 'entry-ada', '2027-06-01T06:40:00.000Z'),
    late('scan-0004', 'entry-gone', '2027-06-01T06:55:00.000Z'),
    scan('scan-0001', 'entry-ada'),
    scan('scan-0005', 'entry-ada', { confirmed: false, voidedAt: '2027-06-01T06:59:00.000Z' }),
  ])
  const listed = async () =>
    (await readUnconfirmed(db, AUTHOR, EVENT)).map(({ checkIn: { _id }, name, bib }) => ({ _id, name, bib }))
  const [ada, bo, gone] = await listed()
  expect([ada?._id, bo?._id, gone?._id]).toEqual(['scan-0002', 'scan-0003', 'scan-0004'])
  const row = await db.applications.get('entry-ada')
  expect(ada?.name).toBe(`${row?.firstName} ${row?.lastName}`)
  expect(gone).toEqual({ _id: 'scan-0004', name: '', bib: null })
  await confirmCheckIns(db, ['scan-0002'])
  await voidCheckIn(db, 'scan-0003', NOW)
  expect(await listed()).toEqual([gone])
})
