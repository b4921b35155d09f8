import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyAccount } from '../testing/test-account.ts'
import { type Account, AccountProvider, accountFailed, accountReady } from './account-context.tsx'

let account: Account
let show: (account: Account | null) => void

beforeEach(async () => {
  account = { db: await emptyAccount(), author: { name: 'Ada', email: 'ada@example.com' } }
  const root = createRoot(document.createElement('div'))
  show = (shown) => flushSync(() => root.render(<AccountProvider account={shown}>{null}</AccountProvider>))
  // Other tests of this process may have left an account.
  show(account)
  show(null)
  return () => flushSync(() => root.unmount())
})

/** Waits for the account as a screen does. @returns the outcome, undefined until there is one */
function wait(): () => unknown {
  let outcome: unknown
  void accountReady().then(
    () => {
      outcome = 'ready'
    },
    (error: unknown) => {
      outcome = error
    },
  )
  return () => outcome
}
const calm = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a screen waits until its account is provided, and again after the account is gone', async () => {
  const first = wait()
  await calm()
  expect(first()).toBeUndefined()
  show(account)
  await calm()
  expect([first(), await accountReady()]).toEqual(['ready', undefined])
  show(null)
  const second = wait()
  await calm()
  expect(second()).toBeUndefined()
  show(account)
  await calm()
  expect(second()).toBe('ready')
})

test('a screen is told why there is no account, until one is provided', async () => {
  const failed = wait()
  accountFailed(new Error('no code'))
  await calm()
  expect(failed()).toEqual(new Error('no code'))
  await expect(accountReady()).rejects.toThrow('no code')
  show(account)
  await accountReady()
})

test('a failure that nobody waits for is not an error of the page', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  accountFailed(new Error('no code'))
  await calm()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
