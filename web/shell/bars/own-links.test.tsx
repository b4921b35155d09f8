import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow, noticeRow } from '../../testing/test-account.ts'
import { NoticesBell } from './notices-bell.tsx'
import { OwnLinks } from './own-links.tsx'

it('the panel leads to race day where there is a race; panel and bell count what is unread', async () => {
  const db = await emptyAccount()
  const { box, ways, leave } = renderPart(
    db,
    <>
      <NoticesBell />
      <OwnLinks />
    </>,
  )
  await until(() => expect(ways()).toContain('Notices: /dashboard/notices'))
  expect(ways().join()).not.toContain('Race day')
  const startDate = new Date(Date.now() + 9_000_000).toISOString()
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner', startDate }), own: 1, gen: 0 })
  await until(() => expect(ways()).toContain('Race day: /ready'))
  const put = (count: number) =>
    db.notices.bulkPut(
      Array.from({ length: count }, (_, n) => ({ ...noticeRow(`notice-${n}`, 'event-0002'), unread: 1, gen: 0 })),
    )
  await put(1)
  await until(() => expect(ways()).toContain('Notices1 unread: /dashboard/notices'))
  const bell = () => box.querySelector('a')
  await put(99)
  await until(() => expect(bell()?.textContent).toBe('99'))
  await put(100)
  await until(() => expect(bell()?.textContent).toBe('99+'))
  expect(bell()?.getAttribute('aria-label')).toBe('100 unread notices')
  leave()
})
