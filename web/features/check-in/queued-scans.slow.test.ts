import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../contract/check-in.ts'
import { AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { enqueueOps } from '../../store/outbox.ts'
import { checkIn, confirmCheckIns, voidCheckIn } from '../../store/rows/check-ins.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { countRows } from '../../testing/count-rows.ts'
import { discardOp } from '../../testing/plain-store.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { readCheckInCount, useCheckInCount } from './check-in-count.ts'
import { readDoubles } from './doubles.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')

const scan = (applicationId: string, gate = 'A') => ({ marathonId: EVENT, applicationId, gate })
const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0)
const numbers = async (db: AccountDb) => ({
  count: await readCheckInCount(db, EVENT),
  doubles: (await readDoubles(db, AUTHOR, EVENT)).map(({ application }) => application._id).sort(),
})

async function receive(db: AccountDb, other: Parameters<typeof responseOf>[0]) {
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  const cursor = `e.${Number(from.cursor?.split('.')[1] ?? 0) + 1}`
  expect(await applyResponse(db, from, responseOf({ cursor, ...other }), NOW)).toBe(true)
}

describe('the numbers at a gate', () => {
  it('take a few rows for one more scan, with 5,000 scans that no signal has sent', async () => {
    const db = await emptyAccount()
    const rows = countRows(db)
    const entrants = Array.from({ length: 5001 }, (_, index) => `entry-${index}`)
    await db.marathons.put({ ...marathonRow(EVENT, { role: 'owner', regCount: 6000 }), own: 1, gen: 0 })
    await db.applications.bulkPut(
      entrants.map((id) => ({ ...applicationRow(id, EVENT, { mine: false }), own: 0, gen: 0 })),
    )
    await enqueueOps(
      db,
      entrants.slice(1).map((id) => {
        return { type: 'checkIn.create', id: `scan-${id}`, patch: { ...scan(id), at: '2027-06-01T06:00:00.000Z' } }
      }),
    )
    expect((await numbers(db)).count.here).toBe(5000)

    rows.take()
    await checkIn(db, scan('entry-0', 'B'), NOW)
    const gates = [
      { gate: 'A', here: 5000 },
      { gate: 'B', here: 1 },
    ]
    expect(await numbers(db)).toMatchObject({ count: { here: 5001, gates }, doubles: [] })
    await checkIn(db, scan('entry-7', 'B'), NOW)
    expect(await numbers(db)).toMatchObject({ count: { here: 5001, gates: [{ gate: 'A' }, { gate: 'B' }] } })
    expect((await numbers(db)).doubles).toEqual(['entry-7'])
    const read = rows.take()
    console.log('rows read for two scans with 5,000 queued:', read)
    expect(total(read)).toBeLessThan(50)

    // A pull changes one of the scanned entrants and another one, and brings the scan of another gate.
    const scans = [checkInRow('scan-there', EVENT, 'entry-9', { gate: 'C', at: '2027-06-01T05:00:00.000Z' })]
    const applications = ['entry-8', 'entry-none'].map((id) =>
      applicationRow(id, EVENT, { mine: false, status: 'waiting' }),
    )
    await receive(db, { applications, checkIns: scans })
    expect(await numbers(db)).toMatchObject({ count: { here: 5000, withoutPlace: 1 }, doubles: ['entry-7', 'entry-9'] })
  })

  it('are shown anew where a pull changes nothing but the place of somebody who was scanned', async () => {
    const db = await emptyAccount()
    const waiting = applicationRow('entry-0', EVENT, { mine: false, status: 'waiting' })
    await receive(db, { marathons: [marathonRow(EVENT, { role: 'owner' })], applications: [waiting] })
    await checkIn(db, scan('entry-0'), NOW)
    const page = renderHook(() => useCheckInCount(EVENT), { db, author: AUTHOR })
    await until(() => expect(page.value()).toMatchObject({ here: 0, withoutPlace: 1 }))
    // The second time, the rows of the entrant come from memory.
    await checkIn(db, scan('entry-none'), NOW)
    await until(() => expect(page.value()).toMatchObject({ here: 1, withoutPlace: 1 }))
    await receive(db, { applications: [{ ...waiting, status: 'registered', ver: 2 }] })
    await until(() => expect(page.value()).toMatchObject({ here: 2, withoutPlace: 0 }))
    page.leave()
  })

  it('are those of an app that was just started, whatever happened before', async () => {
    // A generator of its own, so that a run can be repeated.
    let state = 7
    const below = (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * limit)
    }
    const db = await emptyAccount()
    const entrants = Array.from({ length: 6 }, (_, index) => `entry-${index}`)
    const status = () => (['registered', 'waiting'] as const)[below(2)]
    const row = (id: string) => applicationRow(id, EVENT, { mine: false, status: status() ?? 'registered' })
    const someone = () => entrants[below(entrants.length)] ?? ''
    await receive(db, { marathons: [marathonRow(EVENT, { role: 'owner' })], applications: entrants.slice(1).map(row) })
    const made: CheckIn[] = []
    for (let step = 0; step < 100; step += 1) {
      const queued = await db.outbox.toArray()
      const oldest = queued[below(queued.length)]
      const kind = below(8)
      if (kind < 3) {
        const applicationId = someone()
        const gate = ['A', 'B', ''][below(3)] ?? ''
        const { id } = await checkIn(db, scan(applicationId, gate), NOW + step * 1000)
        const at = new Date(NOW + step * 1000).toISOString()
        made.push(checkInRow(id, EVENT, applicationId, { gate, at, confirmed: below(4) > 0 }))
      }
      const one = made[below(made.length)]
      if (kind === 3 && one) await voidCheckIn(db, one._id, NOW)
      if (kind === 4 && one) await confirmCheckIns(db, [one._id])
      if (kind === 5 && oldest) await discardOp(db, oldest.opId)
      if (kind === 6 && oldest) {
        const results = [{ opId: oldest.opId, status: 'applied' as const }]
        await receive(db, { results, checkIns: made.filter(({ _id }) => _id === oldest.op.id) })
      }
      if (kind === 7) await receive(db, { applications: [row(someone())] })
      const started = new AccountDb(db.uid)
      expect(await numbers(db), `after step ${step}`).toEqual(await numbers(started))
      started.close()
    }
  })
})
