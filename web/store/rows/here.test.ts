import { expect, it } from 'vitest'
import { readCheckInCount } from '../../features/check-in/check-in-count.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { FIRST_SYNC } from '../account-db.ts'
import { checkIn, voidCheckIn } from './check-ins.ts'
import { readHere, useHere } from './here.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')

async function organiser() {
  const db = await emptyAccount()
  const entrant = (id: string, other = {}) => applicationRow(`entry-${id}`, EVENT, { mine: false, ...other })
  const scan = (id: string, of: string, other = {}) => checkInRow(id, EVENT, `entry-${of}`, other)
  const response = responseOf({
    marathons: [marathonRow(EVENT, { role: 'owner', regCount: 5 })],
    applications: [entrant('ada'), entrant('bo'), entrant('cy'), entrant('dan', { status: 'waiting' }), entrant('eva')],
    checkIns: [
      scan('scan-0002', 'ada', { gate: 'B', at: '2027-06-01T06:50:00.000Z' }),
      scan('scan-0001', 'ada'),
      scan('scan-0003', 'bo'),
      scan('scan-0004', 'dan'),
      scan('scan-0005', 'eva', { confirmed: false }),
    ],
  })
  expect(await applyResponse(db, FIRST_SYNC, response, NOW)).toBe(true)
  return db
}

it('names the first check-in that counts of each entrant with a place, with what is queued', async () => {
  const db = await organiser()
  const here = async () =>
    [...(await readHere(db, AUTHOR, EVENT))].map(([id, { _id, gate }]) => `${id} ${_id} ${gate}`).sort()
  expect(await here()).toEqual(['entry-ada scan-0001 A', 'entry-bo scan-0003 A'])
  const { id } = await checkIn(db, { marathonId: EVENT, applicationId: 'entry-cy', gate: 'C' }, NOW)
  await checkIn(db, { marathonId: EVENT, applicationId: 'entry-dan', gate: 'C' }, NOW)
  await voidCheckIn(db, 'scan-0001', NOW)
  await voidCheckIn(db, 'scan-0003', NOW)
  expect(await here()).toEqual(['entry-ada scan-0002 B', `entry-cy ${id} C`])
  expect((await readCheckInCount(db, EVENT)).here).toBe(2)
  await voidCheckIn(db, id, NOW)
  expect(await here()).toEqual(['entry-ada scan-0002 B'])
})

it('reads nothing for a screen that does not need it', async () => {
  const db = await organiser()
  const reads = { count: 0 }
  db.checkIns.hook('reading', (row) => {
    reads.count += 1
    return row
  })
  const account = { db, author: AUTHOR }
  const unused = renderHook(() => useHere(null), account)
  await until(() => expect(unused.value()).toBeUndefined())
  const used = renderHook(() => useHere(EVENT), account)
  await until(() => expect(used.value()?.size).toBe(2))
  // One read of those who are here; not one for each entrant.
  expect(reads.count).toBe(2)
  unused.leave()
  used.leave()
})
