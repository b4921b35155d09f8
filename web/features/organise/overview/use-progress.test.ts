import { expect, it } from 'vitest'
import { HERE } from '../../../store/rows/check-in-rules.ts'
import { renderHook, until } from '../../../testing/render-hook.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow, staffRow } from '../../../testing/test-account.ts'
import { countWithBib, useProgress } from './use-progress.ts'

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
