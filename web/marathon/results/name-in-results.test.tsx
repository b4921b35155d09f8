import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../testing/test-account.ts'
import { NameInResults } from './name-in-results.tsx'

it('the box keeps the focus while its choice is stored, and stores a second tap once', async () => {
  const db = await emptyAccount()
  const application = { ...applicationRow('entry-0001', 'event-0001'), pending: null }
  const { box, leave } = renderPart(db, <NameInResults application={application} />)
  const tick = () => box.querySelector<HTMLInputElement>('input')
  await until(() => expect(tick()).not.toBeNull())
  tick()?.focus()
  tick()?.click()
  expect(tick()?.disabled).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(tick()?.disabled).toBe(false)
  tick()?.click()
  await until(async () => expect((await db.outbox.toArray()).map(({ op }) => op.patch)).toEqual([{ hidesName: true }]))
  expect(document.activeElement).toBe(tick())
  leave()
})
