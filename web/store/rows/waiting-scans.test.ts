import { expect, it } from 'vitest'
import { applyResponse } from '../../sync/apply-response.ts'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { FIRST_SYNC } from '../account-db.ts'
import { confirmCheckIns, voidCheckIn } from './check-ins.ts'
import { readWaitingScans } from './waiting-scans.ts'

it('counts the scans of each own marathon that wait for the organiser, without those decided in the queue', async () => {
  const db = await emptyAccount()
  const scan = (id: string, marathonId: string) =>
    checkInRow(id, marathonId, `entry-of-${marathonId}`, { confirmed: false })
  const marathons = [
    marathonRow('event-0001', { role: 'owner', title: 'Harbour Ten' }),
    marathonRow('event-0002', { role: 'owner', title: 'Lake Five' }),
    marathonRow('event-0003', { role: 'gate' }),
  ]
  await applyResponse(
    db,
    FIRST_SYNC,
    responseOf({
      marathons,
      applications: marathons.map(({ _id }) => applicationRow(`entry-of-${_id}`, _id, { mine: false })),
      checkIns: [
        ...['scan-0001', 'scan-0002', 'scan-0003'].map((id) => scan(id, 'event-0001')),
        scan('scan-0004', 'event-0002'),
        scan('scan-0005', 'event-0003'),
        checkInRow('scan-0006', 'event-0002', 'entry-of-event-0002'),
      ],
    }),
    0,
  )
  const ten = (count: number) => ({ marathonId: 'event-0001', title: 'Harbour Ten', count })
  const lake = { marathonId: 'event-0002', title: 'Lake Five', count: 1 }
  expect(await readWaitingScans(db)).toEqual([ten(3), lake])
  await confirmCheckIns(db, ['scan-0001'])
  await voidCheckIn(db, 'scan-0002')
  await voidCheckIn(db, 'scan-0002')
  expect(await readWaitingScans(db)).toEqual([ten(1), lake])
  expect(await readWaitingScans(db, 'event-0001')).toEqual([ten(1)])
  // A decision that is set aside is none.
  await db.outbox.where('target').equals('checkIn:scan-0001').modify({ state: 'parked' })
  expect(await readWaitingScans(db)).toEqual([ten(2), lake])
  // Somebody else decides there.
  expect(await readWaitingScans(db, 'event-0003')).toEqual([])
})
