import { expect, it } from 'vitest'
import { UNCONFIRMED } from '../store/rows/check-in-rules.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { checkInRow, emptyAccount, marathonRow } from '../testing/test-account.ts'
import { WaitingScans } from './waiting-scans.tsx'

it('tells how many scans wait, at which event, and leads to them; nothing once all are decided', async () => {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner' }), own: 1, gen: 0 })
  const row = (id: string) => ({
    ...checkInRow(id, 'event-0001', 'entry-ada', { confirmed: false }),
    first: UNCONFIRMED as -1,
    gen: 0,
  })
  await db.checkIns.bulkPut([row('scan-0001'), row('scan-0002')])
  const all = renderPart(db, <WaitingScans />)
  const one = renderPart(db, <WaitingScans marathonId="event-0001" />)
  await until(() => expect(all.text()).toContain('2 scans wait for your decision at Harbour Ten.'))
  await until(() => expect(one.text()).toContain('2 scans wait for your decision.'))
  expect(one.box.querySelector('a')?.getAttribute('href')).toBe('/dashboard/myMarathons/event-0001/staff')
  await db.checkIns.delete('scan-0001')
  await until(() => expect(one.text()).toContain('1 scan waits for your decision.'))
  await db.checkIns.delete('scan-0002')
  await until(() => expect(all.text() + one.text()).toBe(''))
  all.leave()
  one.leave()
})
