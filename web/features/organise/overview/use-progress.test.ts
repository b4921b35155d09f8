import { expect, it } from 'vitest'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { countWithBib } from './use-progress.ts'

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
