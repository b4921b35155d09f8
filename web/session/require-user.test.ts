import { isRedirect, type ParsedLocation } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAccountOrNull } from '../store/account-context.tsx'
import { deviceDb } from '../store/device-db.ts'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount, sessionOf } from '../testing/test-account.ts'
import { isSignedIn, requireUser } from './require-user.ts'
import { noteSignedIn } from './signed-in-bit.ts'

// Test files share the device's database.
beforeEach(() => deviceDb.session.clear())
afterEach(() => deviceDb.session.clear())

const location = { href: '/dashboard/add?from=home' } as ParsedLocation
const refused = async () => {
  const thrown = await requireUser({ location }).catch((error: unknown) => error)
  return isRedirect(thrown) ? thrown.options : thrown
}

test('a visitor is led to the login, which knows where the visitor wanted to go', async () => {
  expect(await refused()).toMatchObject({ to: '/login', search: { redirect: location.href }, replace: true })
})

test('an account without an email is led to the login too', async () => {
  await deviceDb.session.put(sessionOf('ada', { email: '' }))
  expect(await refused()).toMatchObject({ to: '/login' })
})

test('a user passes as soon as the account can be shown', async () => {
  await deviceDb.session.put(sessionOf('ada'))
  const account = { db: await emptyAccount(), author: { name: 'Ada', email: 'ada@example.com' } }
  const page = renderHook(useAccountOrNull, account)
  await until(() => expect(page.value()).toBe(account))
  page.as(null)
  await until(() => expect(page.value()).toBeNull())
  const passed = vi.fn()
  const checked = requireUser({ location }).then(passed)
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(passed).not.toHaveBeenCalled()
  page.as(account)
  await checked
  page.leave()
})

test('whoever has the bit and a session is signed in, and nobody without one', async () => {
  noteSignedIn(true)
  expect(await isSignedIn()).toBe(false)
  await deviceDb.session.put(sessionOf('ada'))
  expect(await isSignedIn()).toBe(true)
  noteSignedIn(false)
  expect(await isSignedIn()).toBe(false)
})
