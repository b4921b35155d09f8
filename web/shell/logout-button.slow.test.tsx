import Dexie from 'dexie'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'

beforeEach(() => {
  vi.resetModules()
  vi.doMock('../session/auth-context.tsx', () => ({
    useAuth: () => ({ user: { uid: 'ada' }, userLogout: async () => undefined }),
  }))
})
afterEach(() => {
  vi.doUnmock('../session/auth-context.tsx')
  vi.resetModules()
})

it('asks for the logout in time, also if another tab blocks the outbox', async () => {
  const { LogoutButton } = await import('./logout-button.tsx')
  const { AccountProvider } = await import('../store/account-context.tsx')
  const db = await emptyAccount()
  const release = Promise.withResolvers<void>()
  const isBlocked = Promise.withResolvers<void>()
  const blocked = db.transaction('rw', db.outbox, async () => {
    await db.outbox.count()
    isBlocked.resolve()
    await Dexie.waitFor(release.promise)
  })
  await isBlocked.promise
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  root.render(
    <AccountProvider account={{ db, author: { name: 'Ada', email: 'ada@example.com' } }}>
      <LogoutButton />
    </AccountProvider>,
  )
  await until(() => expect(page.querySelector('button')).not.toBeNull())
  page.querySelector('button')?.click()
  await until(() => expect(document.body.textContent).toContain('Are you sure want to Logout?'))
  // SweetAlert goes on 10 ms after it has opened. By then the test environment may be gone.
  await new Promise((resolve) => setTimeout(resolve, 50))
  release.resolve()
  await blocked
  root.unmount()
  document.body.replaceChildren()
})
