import { expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, noticeRow, opOf } from '../../testing/test-account.ts'
import { NoticesScreen } from './notices-screen.tsx'

it('shows a hundred of thousands of rejected changes, and how many more there are', async () => {
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

it('leads from a notice to the event, unless the event was deleted', async () => {
  const db = await emptyAccount()
  const put = (id: string, part: Parameters<typeof noticeRow>[2]) =>
    db.notices.put({ ...noticeRow(id, id.replace('notice', 'event'), part), unread: 0, gen: 0 })
  await put('notice-0001', { text: 'Bring tea.' })
  await put('notice-0002', { kind: 'deleted', parts: [{ kind: 'deleted', title: 'Fog run' }] })
  const { text, ways, leave } = renderPart(db, <NoticesScreen />)
  await until(() => expect(text()).toContain('Fog run'))
  expect(text()).toContain('Bring tea.')
  expect(ways().filter((way) => way.includes('/marathons/'))).toEqual([
    'See Details of the event: /marathons/event-0001',
  ])
  leave()
})
