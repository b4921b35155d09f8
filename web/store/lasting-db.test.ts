import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from './account-db.ts'

afterEach(() => vi.restoreAllMocks())

const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')

const lostOnes = new Set<IDBDatabase>()
const { transaction } = IDBDatabase.prototype
beforeEach(() => {
  lostOnes.clear()
  // Dexie keeps the function that a connection has when it is opened.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...request) {
    if (lostOnes.has(this)) throw lost()
    return transaction.apply(this, request)
  })
})
/** WebKit: everything that is asked of this connection fails from now on. */
const lose = (connection: IDBDatabase) => lostOnes.add(connection)
const opened = async () => {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, gen: 1 })
  return db
}
const gen = async (db: AccountDb) => (await db.sync.get('sync'))?.gen

it('reads again after the browser has lost the connection', async () => {
  const db = await opened()
  lose(db.backendDB())
  await expect(gen(db)).rejects.toMatchObject({ name: 'UnknownError' })
  expect(await gen(db)).toBe(1)
})

it('writes again after the browser has lost the connection', async () => {
  const db = await opened()
  lose(db.backendDB())
  const write = () => db.transaction('rw', db.sync, () => db.sync.update('sync', { gen: 2 }))
  await expect(write()).rejects.toMatchObject({ name: 'UnknownError' })
  await write()
  expect(await gen(db)).toBe(2)
})

it('opens a new connection where a request fails in the middle of a transaction', async () => {
  const db = await opened()
  const first = db.backendDB()
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
    throw lost()
  })
  await expect(gen(db)).rejects.toMatchObject({ name: 'UnknownError' })
  expect(await gen(db)).toBe(1)
  expect(db.backendDB()).not.toBe(first)
})

it('opens again after it could not be opened once', async () => {
  const db = await emptyAccount()
  const open = vi.spyOn(indexedDB, 'open')
  open.mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  await expect(gen(db)).rejects.toThrow()
  open.mockRestore()
  await until(async () => expect(await gen(db)).toBeUndefined())
})

it('stays closed after a logout, whatever fails then', async () => {
  const db = await opened()
  lose(db.backendDB())
  const read = gen(db).catch(() => undefined)
  db.close()
  await read
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(gen(db)).rejects.toMatchObject({ name: 'DatabaseClosedError' })
})
