import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf } from '../testing/test-account.ts'

/** Both ways to the device database, as a new page has them. */
async function page() {
  vi.resetModules()
  const [store, { deviceDb }] = await Promise.all([import('./device-store.ts'), import('./device-db.ts')])
  return { ...store, deviceDb }
}
const MARK = { key: 'language', value: 'de' }

beforeEach(() => Dexie.delete('startline-device'))
afterEach(() => vi.restoreAllMocks())

test('a phone without the database has nothing, and gets it as Dexie makes it', async () => {
  const { deviceDb, readSession, readMarks, writeDevice } = await page()
  expect([await readSession(), await readMarks()]).toEqual([null, []])
  await writeDevice('marks', MARK)
  expect(await deviceDb.marks.toArray()).toEqual([MARK])
  await deviceDb.session.put(sessionOf('ada'))
  expect(await readSession()).toEqual(sessionOf('ada'))
  // A database that Dexie had to change would have another version.
  expect((await indexedDB.databases()).find(({ name }) => name === 'startline-device')?.version).toBe(10)
  deviceDb.close()
})

test('what Dexie has written is read', async () => {
  const { deviceDb, readDevice, readMarks } = await page()
  await deviceDb.marks.put(MARK)
  expect([await readDevice('marks', 'language'), await readMarks()]).toEqual([MARK, [MARK]])
  deviceDb.close()
})

test('the database of a newer version is read as it is', async () => {
  const newer = new Dexie('startline-device')
  newer.version(2).stores({ session: 'key', lists: 'key', marks: 'key', more: 'key' })
  await newer.table('marks').put(MARK)
  newer.close()
  const { readMarks } = await page()
  expect(await readMarks()).toEqual([MARK])
})

test('a newer version that opens the database in another tab is not blocked, and is read after it', async () => {
  const { readMarks } = await page()
  expect(await readMarks()).toEqual([])
  const newer = new Dexie('startline-device')
  newer.version(2).stores({ session: 'key', lists: 'key', marks: 'key', more: 'key' })
  await newer.table('marks').put(MARK)
  newer.close()
  expect(await readMarks()).toEqual([MARK])
})

test('a browser that refuses is told by name, and asked again at the next use', async () => {
  const { readSession } = await page()
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('no', 'SecurityError')
  })
  await expect(readSession()).rejects.toMatchObject({ name: 'StorageRefused' })
  expect(await readSession()).toBeNull()
})

test('a connection that the browser has closed without a word is made anew', async () => {
  const connections: IDBDatabase[] = []
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  })
  const { readMarks, writeDevice } = await page()
  await writeDevice('marks', MARK)
  // WebKit does so with a page that was in the background.
  for (const connection of connections) connection.close()
  expect(await readMarks()).toEqual([MARK])
})
