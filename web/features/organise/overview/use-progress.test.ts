import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../../store/account-db.ts'
import { HERE } from '../../../store/rows/check-in-rules.ts'
import { applyResponse } from '../../../sync/apply-response.ts'
import { renderHook, until } from '../../../testing/render-hook.tsx'
import {
  applicationRow,
  checkInRow,
  emptyAccount,
  marathonRow,
  responseOf,
  staffRow,
} from '../../../testing/test-account.ts'
import { countWithBib, useLetIn, useProgress } from './use-progress.ts'

it('counts the entrants of this marathon that have a bib', async () => {
  const db = await emptyAccount()
  const entry = (id: string, marathonId: string, bib: string | null) => ({
    ...applicationRow(id, marathonId, { bib }),
    gen: 0,
    own: 0 as const,
  })
  await db.applications.bulkPut([
    entry('a', 'event-0001', '7'),
    entry('b', 'event-0001', null),
    entry('c', 'event-0001', '12a'),
    entry('d', 'event-0002', '7'),
  ])
  expect(await countWithBib(db, 'event-0001')).toBe(2)
})

it('looks at who is here from the day on, and before it only whether any code was scanned', async () => {
  const db = await emptyAccount()
  const scan = checkInRow('scan-0001', 'event-0001', 'a')
  await db.checkIns.put({ ...scan, first: HERE, gen: 0 })
  await db.staff.bulkPut([
    { ...staffRow('event-0001', 'event-0001', { role: 'owner', mine: true }), gen: 0 },
    { ...staffRow('staff-0001', 'event-0001'), gen: 0 },
  ])
  const marathon = { ...marathonRow('event-0001', { role: 'owner' }), pending: null }
  const account = { db, author: { name: 'Olivia', email: 'olivia@example.com' } }
  for (const [when, here] of [
    ['today', 1],
    ['ahead', undefined],
  ] as const) {
    const { value, leave } = renderHook(() => useProgress(marathon, when), account)
    await until(() => expect(value()).toMatchObject({ hasScans: true, withBib: 0, helpers: 1 }))
    // What is read comes at about the same time.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await until(() => expect(value().here).toBe(here))
    leave()
  }
})

it('counts who was let in above the capacity knowingly, and has a place', async () => {
  const db = await emptyAccount()
  const entry = (id: string, above: number, other: Parameters<typeof applicationRow>[2] = {}) =>
    applicationRow(id, 'event-0001', { mine: false, isClaimed: false, above, ...other })
  const applications = [
    entry('entry-a', 0),
    entry('entry-b', 1),
    entry('entry-c', 2),
    entry('entry-d', 3, { status: 'unconfirmed' }),
    entry('entry-e', 4, { marathonId: 'event-0002' }),
  ]
  const marathons = [marathonRow('event-0001', { role: 'owner' }), marathonRow('event-0002', { role: 'owner' })]
  await applyResponse(db, FIRST_SYNC, responseOf({ marathons, applications }), 0)
  const account = { db, author: { name: 'Olivia', email: 'olivia@example.com' } }
  const { value, leave } = renderHook(() => useLetIn('event-0001'), account)
  await until(() => expect(value()).toBe(2))
  leave()
})
