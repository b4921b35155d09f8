import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../testing/test-account.ts'
import { MyApplications } from './my-applications.tsx'

it('an open dialog stays, although another phone deletes the only application', async () => {
  const db = await emptyAccount()
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
  const { text, tap, leave } = renderPart(db, <MyApplications />)
  await until(() => expect(text()).toContain('My Applied Marathons'))
  tap('Edit')
  const dialog = () => document.body.textContent
  await until(() => expect(dialog()).toContain('Edit Marathon Application'))
  await db.applications.clear()
  await until(() => expect(text()).not.toContain('My Applied Marathons'))
  expect(dialog()).toContain('Edit Marathon Application')
  leave()
})
