import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SIGNED_IN } from '../page.ts'
import { deviceDb } from '../store/device-db.ts'
import { until } from '../testing/render-hook.tsx'
import { sessionOf } from '../testing/test-account.ts'
import { noteSignedIn } from './signed-in-bit.ts'

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

/** A phone on which an account is signed in. */
async function signedIn() {
  noteSignedIn(true)
  await deviceDb.session.put(sessionOf('ada'))
}

const clear = async () => {
  localStorage.clear()
  await deviceDb.session.clear()
}
beforeEach(clear)
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await clear()
})

test('a visitor is known without a database, and wants no account’s code before the first touch', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  expect(await (await start()).whoIsHere()).toBeNull()
  const told = await wanted()
  expect(told).not.toHaveBeenCalled()
  expect(open).not.toHaveBeenCalled()
  dispatchEvent(new Event('pointerdown'))
  await until(() => expect(told).toHaveBeenCalled())
})

test('a phone with a session tells it, and wants its code at once', async () => {
  await signedIn()
  const page = await start()
  expect(await page.whoIsHere()).toEqual(sessionOf('ada'))
  expect(page.knownStart()).toEqual(sessionOf('ada'))
  expect(await wanted()).toHaveBeenCalled()
})

test('a session whose bit the browser lost is found after the first paint', async () => {
  await deviceDb.session.put(sessionOf('ada'))
  expect(await (await start()).whoIsHere()).toBeNull()
  const told = await wanted()
  await until(() => expect(told).toHaveBeenCalled())
  expect(localStorage.getItem(SIGNED_IN)).toBe('1')
})

test('a session that a route notes before anybody listens is heard', async () => {
  const page = await start()
  expect(await page.whoIsHere()).toBeNull()
  noteSignedIn(true)
  await page.accountsWanted()
})

test.each([
  ['in this tab', () => noteSignedIn(true)],
  ['in another tab', () => dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN, newValue: '1' }))],
])('a login %s is heard by a page that nobody has touched', async (_where, login) => {
  const told = await wanted()
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN, newValue: null }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).not.toHaveBeenCalled()
  login()
  await until(() => expect(told).toHaveBeenCalled())
})

test('a phone that refuses all storage is not known, and the watch says why', async () => {
  const getItem = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem })
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(await (await start()).whoIsHere()).toBeUndefined()
  expect(await wanted()).toHaveBeenCalled()
})

test('a read that fails for a moment makes nobody a visitor', async () => {
  await signedIn()
  const lost = () => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(lost)
  expect(await (await start()).whoIsHere()).toMatchObject({ uid: 'ada' })
  get.mockImplementation(lost)
  expect(await (await start()).whoIsHere()).toBeUndefined()
})

test('a storage that hangs does not hold the start for ever', async () => {
  noteSignedIn(true)
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const realSetTimeout = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) =>
    realSetTimeout(run, ms === 5000 ? 30 : ms, ...(rest as []))) as typeof setTimeout)
  expect(await (await start()).whoIsHere()).toBeUndefined()
})

test('code that could not be had is asked for again at a login, and when the network is back', async () => {
  const { signInOrOnline } = await start()
  const told = vi.fn()
  void signInOrOnline().then(told)
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  await until(() => expect(told).toHaveBeenCalledTimes(1))
  void signInOrOnline().then(told)
  noteSignedIn(true)
  await until(() => expect(told).toHaveBeenCalledTimes(2))
})
