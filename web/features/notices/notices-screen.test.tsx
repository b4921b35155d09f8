import { expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, opOf } from '../../testing/test-account.ts'
import { NoticesScreen } from './notices-screen.tsx'

it('shows a hundred of thousands of changes that were not accepted, and how many more there are', async () => {
  const db = await emptyAccount()
  await db.inbox.bulkAdd(
    Array.from({ length: 2000 }, (_, n) => {
      const op = { ...opOf('application.assignBib', { bib: '7' }), id: `entry-${n + 10_000}`, opId: `op-${n + 10_000}` }
      return {
        opId: op.opId,
        target: `application:${op.id}`,
        op,
        at: '2027-01-01T00:00:00.000Z',
        code: 'BIB_TAKEN' as const,
      }
    }),
  )
  const single = vi.spyOn(db.applications, 'get')
  const { box, text, leave } = renderPart(db, <NoticesScreen />)
  await until(() => expect(text()).toContain('…and 1,900 more.'))
  expect(box.querySelectorAll('li')).toHaveLength(101)
  expect(single).not.toHaveBeenCalled()
  leave()
})
