import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyAccount } from '../testing/test-account.ts'
import { deviceDb, hasLeftovers, LANGUAGE_MARK, MAIL_MARK } from './device-db.ts'

// The files of a thread share one phone.
beforeEach(async () => {
  const names = (await Dexie.getDatabaseNames()).filter((name) => name !== deviceDb.name)
  await Promise.all([deviceDb.marks.clear(), ...names.map((name) => Dexie.delete(name))])
})
afterEach(() => deviceDb.marks.clear())

it('a phone where nobody ever signed in has nothing to finish', async () => {
  await deviceDb.lists.put({ key: 'explore', rows: [], savedAt: 0 })
  for (const key of [LANGUAGE_MARK, MAIL_MARK]) await deviceDb.marks.put({ key, value: 'de' })
  expect(await hasLeftovers()).toBe(false)
})

it('a mark, or the database of an account, may have to be finished', async () => {
  await deviceDb.marks.put({ key: 'wipe:ravi', value: 'keep-unsent' })
  expect(await hasLeftovers()).toBe(true)
  await deviceDb.marks.clear()
  const db = await emptyAccount()
  await db.open()
  expect(await hasLeftovers()).toBe(true)
  await db.delete()
})
