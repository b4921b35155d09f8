import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountDb } from '../store/account-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { until } from '../testing/render-hook.tsx'
import { sessionOf } from '../testing/test-account.ts'

/** The module as the start of a page runs it. */
async function start() {
  vi.resetModules()
  return import('./who-is-here.ts')
}

/** Whether the code of accounts is wanted by now, and later. */
async function wanted() {
  const page = await start()
  const told = vi.fn()
  void page.accountsWanted().then(told)
  await page.whoIsHere()
  await new Promise((resolve) => setTimeout(resolve, 40))
  return told
}

const clear = async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  for (const { name } of await indexedDB.databases()) {
    if (name && name !== 'startline-device') indexedDB.deleteDatabase(name)
  }
}
beforeEach(clear)
afterEach(async () => {
  vi.restoreAllMocks()
  await clear()
})

test('a new phone has nobody, and wants no account’s code before somebody touches the page', async () => {
  expect(await (await start()).whoIsHere()).toEqual({ session: null, isAtRest: true })
  const told = await wanted()
  expect(told).not.toHaveBeenCalled()
  dispatchEvent(new Event('pointerdown'))
  await until(() => expect(told).toHaveBeenCalled())
})

test('neither a noted language nor the databases of stored pictures are an account', async () => {
  await deviceDb.marks.put({ key: 'language', value: 'de' })
  indexedDB.open('workbox-expiration').onsuccess = ({ target }) => (target as IDBOpenDBRequest).result.close()
  expect(await (await start()).whoIsHere()).toMatchObject({ isAtRest: true })
})

test('a phone with a session tells it, and wants its code at once', async () => {
  await deviceDb.session.put(sessionOf('ada'))
  expect(await (await start()).whoIsHere()).toEqual({ session: sessionOf('ada'), isAtRest: false })
  expect(await wanted()).toHaveBeenCalled()
})

test.each(['logout-pending', 'wipe:ada', 'delete-account:ada', 'a mark of a newer version'])(
  'a phone on which something is left to do (%s) wants the code that does it',
  async (key) => {
    await deviceDb.marks.put({ key, value: '' })
    expect(await wanted()).toHaveBeenCalled()
  },
)

test('a phone with the database of an account wants the code that clears it', async () => {
  const db = new AccountDb('ada')
  await db.open()
  db.close()
  expect(await wanted()).toHaveBeenCalled()
})

test('a login in another tab is heard by a page that nobody has touched', async () => {
  const told = await wanted()
  expect(told).not.toHaveBeenCalled()
  const { announceSignIn } = await import('./who-is-here.ts')
  announceSignIn()
  await until(() => expect(told).toHaveBeenCalled())
})

test('where the phone stores nothing nobody is signed in, and the watch says why', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const page = await start()
  expect(await page.whoIsHere()).toEqual({ session: null, isAtRest: false })
})

test('a read that fails for a moment makes nobody a visitor', async () => {
  await deviceDb.session.put(sessionOf('ada'))
  const lost = () => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(lost)
  expect(await (await start()).whoIsHere()).toMatchObject({ session: { uid: 'ada' } })
  get.mockImplementation(lost)
  expect(await (await start()).whoIsHere()).toBeNull()
})

test('a storage that hangs does not hold the start for ever', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const realSetTimeout = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) =>
    realSetTimeout(run, ms === 5000 ? 30 : ms, ...(rest as []))) as typeof setTimeout)
  expect(await (await start()).whoIsHere()).toBeNull()
})

test('a phone that deletes an account is known', async () => {
  const page = await start()
  expect(await page.hasDeletions()).toBe(false)
  await deviceDb.marks.put({ key: 'delete-account:ada', value: '{}' })
  expect(await page.hasDeletions()).toBe(true)
})

test('code that could not be had is asked for again at a login, and when the network is back', async () => {
  const { signInOrOnline, announceSignIn } = await start()
  const told = vi.fn()
  void signInOrOnline().then(told)
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  await until(() => expect(told).toHaveBeenCalledTimes(1))
  void signInOrOnline().then(told)
  announceSignIn()
  await until(() => expect(told).toHaveBeenCalledTimes(2))
})
