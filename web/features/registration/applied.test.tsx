import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../store/query-client.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { Applied } from './applied.tsx'

beforeEach(() => {
  // Browser and server have pushes.
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default' })
  queryClient.setQueryData(['config'], { vapidKey: 'key', mail: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('after applying come the code, the calendar, the notifications, and then the rest', async () => {
  const db = await emptyAccount()
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
  const marathon = { ...marathonRow('event-0001'), pending: null }
  const { box, leave } = renderPart(db, <Applied marathon={marathon} now={Date.now()} onAnother={() => undefined} />)
  const wanted = ['My code', 'Add to calendar', 'Notify me', 'My Apply List', 'Register somebody else']
  const said = () => [...box.querySelectorAll('a, button')].map((one) => one.textContent ?? '')
  await until(() => expect(said().filter((one) => wanted.includes(one))).toEqual(wanted))
  leave()
})
