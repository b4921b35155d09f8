import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../contract/check-in.ts'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { checkIn, voidCheckIn } from '../../store/rows/check-ins.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { readDoubles } from './doubles.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')

const scan = (id: string, applicationId: string, other: Partial<CheckIn> = {}) =>
  checkInRow(id, EVENT, applicationId, other)

/** A phone with the entrants Ada and Bo, and the server's check-ins. */
async function phone(checkIns: CheckIn[]) {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, serverOffsetMs: 0 })
  const applications = [
    applicationRow('entry-ada', EVENT, { mine: false }),
    applicationRow('entry-bo', EVENT, { mine: false, firstName: 'Bo' }),
  ]
  const marathons = [marathonRow(EVENT, { role: 'owner', regCount: 2 })]
  const response = responseOf({ marathons, applications, checkIns, serverTime: new Date(NOW).toISOString() })
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  expect(await applyResponse(db, from, response, NOW)).toBe(true)
  return db
}

const scanHere = (db: AccountDb, applicationId: string, marathonId = EVENT) =>
  checkIn(db, { marathonId, applicationId, gate: 'C' }, NOW)
const doubles = async (db: AccountDb) =>
  (await readDoubles(db, AUTHOR, EVENT)).map(({ application, checkIns }) => [
    application._id,
    ...checkIns.map(({ gate }) => gate),
  ])

describe('the doubles of a marathon', () => {
  it('are those whom two phones scanned, and not those with one scan', async () => {
    const later = { gate: 'B', at: '2027-06-01T06:50:00.000Z' }
    const db = await phone([scan('s1', 'entry-ada'), scan('s2', 'entry-ada', later), scan('s3', 'entry-bo')])
    expect(await doubles(db)).toEqual([['entry-ada', 'A', 'B']])
  })

  it('come with the latest scan first, and in a fixed order for scans at the same time', async () => {
    const twice = (applicationId: string, at: string) => [
      scan(`${applicationId}-1`, applicationId),
      scan(`${applicationId}-2`, applicationId, { gate: 'B', at }),
    ]
    const same = '2027-06-01T06:50:00.000Z'
    const together = await phone([...twice('entry-ada', same), ...twice('entry-bo', same)])
    expect((await doubles(together)).map(([id]) => id)).toEqual(['entry-ada', 'entry-bo'])
    const later = await phone([...twice('entry-ada', same), ...twice('entry-bo', '2027-06-01T06:51:00.000Z')])
    expect((await doubles(later)).map(([id]) => id)).toEqual(['entry-bo', 'entry-ada'])
  })

  it('are those whom this phone scans again, before anything is sent', async () => {
    const db = await phone([scan('s1', 'entry-ada')])
    await scanHere(db, 'entry-bo')
    expect(await doubles(db)).toEqual([])
    await scanHere(db, 'entry-ada')
    await scanHere(db, 'entry-bo')
    expect((await doubles(db)).map(([id]) => id).sort()).toEqual(['entry-ada', 'entry-bo'])
  })

  it('end when all scans but one are taken back, or when nobody vouches for the second', async () => {
    const db = await phone([scan('s1', 'entry-ada'), scan('s2', 'entry-bo', { confirmed: false })])
    await scanHere(db, 'entry-bo')
    const { id } = await scanHere(db, 'entry-ada')
    expect(await doubles(db)).toEqual([['entry-ada', 'A', 'C']])
    await voidCheckIn(db, id, NOW)
    expect(await doubles(db)).toEqual([])
  })

  it('end when the second of two synced scans is taken back here, before that is sent', async () => {
    const later = { gate: 'B', at: '2027-06-01T06:50:00.000Z' }
    const db = await phone([scan('s1', 'entry-ada'), scan('s2', 'entry-ada', later)])
    await voidCheckIn(db, 's2', NOW)
    expect(await doubles(db)).toEqual([])
  })

  it('are not those of another marathon, and not of an entry that is gone', async () => {
    const elsewhere = ['event-0000', 'event-0002'].flatMap((marathonId) =>
      ['A', 'B'].map((gate) => scan(`${marathonId}-${gate}`, `of-${marathonId}`, { marathonId, gate })),
    )
    const db = await phone([scan('s1', 'entry-ada'), ...elsewhere])
    for (const { applicationId, marathonId } of elsewhere) {
      await db.applications.put({ ...applicationRow(applicationId, marathonId, { mine: false }), own: 0, gen: 0 })
    }
    await scanHere(db, 'entry-cem')
    await scanHere(db, 'entry-cem')
    await scanHere(db, 'entry-ada', 'event-0002')
    expect(await doubles(db)).toEqual([])
  })
})
