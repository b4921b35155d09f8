import { expect, it, vi } from 'vitest'
import { renderHook, skipPauses, until, untilSkipped } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import type { Account } from './account-context.tsx'
import { FIRST_SYNC } from './account-db.ts'
import { useSharedQuery } from './shared-query.ts'

const signedIn = async (): Promise<Account> => {
  const db = await emptyAccount()
  // While a database opens, Dexie reads a live query once more.
  await db.open()
  return { db, author: { name: 'Ada', email: 'ada@example.com' } }
}
const keep = (account: Account, syncedAt: number) => account.db.sync.put({ ...FIRST_SYNC, syncedAt })

it('reads once per change for all components, and not again for one that comes later', async () => {
  const account = await signedIn()
  const read = vi.fn(async (of: Account | null) => (await of?.db.sync.get('sync'))?.syncedAt ?? null)
  const first = renderHook(() => [useSharedQuery(read), useSharedQuery(read)], account)
  await until(() => expect(first.value()).toEqual([null, null]))
  expect(read).toHaveBeenCalledTimes(1)
  await keep(account, 5)
  await until(() => expect(first.value()).toEqual([5, 5]))
  expect(read).toHaveBeenCalledTimes(2)
  const shown = new Set<unknown>()
  const later = renderHook(() => {
    const value = useSharedQuery(read)
    shown.add(value)
    return value
  }, account)
  await until(() => expect(later.value()).toBe(5))
  // It has the value in its first frame.
  expect([...shown]).toEqual([5])
  expect(read).toHaveBeenCalledTimes(2)
  first.leave()
  await keep(account, 6)
  await until(() => expect(later.value()).toBe(6))
  later.leave()
})

it('reads nothing while no component shows it, and anew for the next one', async () => {
  const account = await signedIn()
  const read = vi.fn(async (of: Account | null) => (await of?.db.sync.get('sync'))?.syncedAt ?? null)
  const first = renderHook(() => useSharedQuery(read), account)
  await until(() => expect(first.value()).toBeNull())
  first.leave()
  await keep(account, 7)
  const shown = new Set<unknown>()
  const next = renderHook(() => {
    shown.add(useSharedQuery(read))
  }, account)
  await until(() => expect([...shown]).toEqual([undefined, 7]))
  expect(read).toHaveBeenCalledTimes(2)
  next.leave()
})

it('is another one for each account, and for a visitor', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  await keep(one, 1)
  const read = async (of: Account | null) => (of ? ((await of.db.sync.get('sync'))?.syncedAt ?? 0) : 'visitor')
  const page = renderHook(() => useSharedQuery(read), one)
  await until(() => expect(page.value()).toBe(1))
  page.as(other)
  await until(() => expect(page.value()).toBe(0))
  page.as(null)
  await until(() => expect(page.value()).toBe('visitor'))
  page.leave()
})

it('tells each component of a failure', async () => {
  const account = await signedIn()
  const problem = new Error('the storage is closed')
  const read = async () => Promise.reject(problem)
  const caught: unknown[] = []
  skipPauses()
  vi.spyOn(console, 'error').mockImplementation((error) => caught.push(error))
  const page = renderHook(() => useSharedQuery(read), account)
  await untilSkipped(() => expect(caught).toContain(problem))
  page.leave()
  vi.useRealTimers()
})
