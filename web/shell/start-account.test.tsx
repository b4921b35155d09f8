import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountDb } from '../store/account-db.ts'
import { until } from '../testing/render-hook.tsx'

const code = vi.hoisted(() => ({ isMissing: true, asked: 0, started: 0 }))
vi.mock('../sync/sync-engine.ts', () => ({
  get SyncEngine() {
    code.asked += 1
    if (code.isMissing) throw new Error('code missing')
    return () => {
      code.started += 1
      return null
    }
  },
}))
vi.mock('./when-idle.ts', () => ({ whenIdle: async () => undefined }))

beforeEach(() => {
  vi.resetModules()
  Object.assign(code, { isMissing: true, asked: 0, started: 0 })
})
afterEach(() => vi.restoreAllMocks())

it.each([
  ['the network is back', () => dispatchEvent(new Event('online'))],
  ['the user comes back to the page', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the user wants to send now', async () => (await import('../store/sync-status.ts')).askForSync()],
])('sync begins when %s, where its code could not be had at the start', async (_when, happen) => {
  const { SyncEngine } = await import('./start-account.ts')
  const page = createRoot(document.createElement('div'))
  page.render(
    <Suspense>
      <SyncEngine db={{} as AccountDb} />
    </Suspense>,
  )
  await until(() => expect(code.asked).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  // It is missing still.
  await happen()
  await until(() => expect(code.asked).toBe(2))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(code.started).toBe(0)
  code.isMissing = false
  await happen()
  await until(() => expect(code.started).toBe(1))
  page.unmount()
})
