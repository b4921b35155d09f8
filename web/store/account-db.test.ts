import Dexie from 'dexie'
import { expect, it, vi } from 'vitest'
import { sessionOf } from '../testing/test-account.ts'
import { AccountDb, accountDbName } from './account-db.ts'
import { deviceDb } from './device-db.ts'
import { deleteMarathon } from './rows/marathons.ts'

/** The database as the first version of the app created it. */
function firstVersion(uid: string): Dexie {
  const db = new Dexie(accountDbName(uid))
  db.version(1).stores({
    marathons: '_id, createdAt, startDate, gen, [own+createdAt]',
    applications: '_id, marathonId, gen, [own+createdAt], [own+marathonId]',
    outbox: '++n, &opId, target, state, failures',
    inbox: 'opId, target, at',
    sync: 'key',
    drafts: 'key',
  })
  return db
}

it('INV-12 can be opened, read and queued to by an older version after a rollback', async () => {
  const uid = crypto.randomUUID()
  const db = new AccountDb(uid)
  await deleteMarathon(db, 'event-0001')
  db.close()
  const old = firstVersion(uid)
  expect(await old.table('outbox').count()).toBe(1)
  await old.table('outbox').add({ opId: 'op-00002', target: 'marathon:b', state: 'waiting', failures: 0 })
  old.close()
  const again = new AccountDb(uid)
  expect(await again.outbox.count()).toBe(2)
  await again.delete()
})

it('makes way for a logout in another tab without a word on the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const db = new AccountDb('made-way')
  await db.open()
  await Dexie.delete(accountDbName('made-way'))
  expect(db.isOpen()).toBe(false)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

it('is opened again after another tab has upgraded it', async () => {
  const uid = crypto.randomUUID()
  const db = new AccountDb(uid)
  await deleteMarathon(db, 'event-0001')
  const newer = firstVersion(uid)
  newer.version(3).stores({ packs: 'marathonId', added: 'key' })
  await newer.open()
  expect(db.isOpen()).toBe(false)
  newer.close()
  expect(await db.outbox.count()).toBe(1)
  await db.delete()
})

it.each([
  ['an edit', (db: AccountDb) => deleteMarathon(db, 'event-0001')],
  ['who is signed in', () => deviceDb.session.put(sessionOf('ada'))],
])('has %s on the disk before it is told as stored', async (_what, store) => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const db = new AccountDb(crypto.randomUUID())
  // A database is opened again with the first use.
  deviceDb.close({ disableAutoOpen: false })
  await store(db)
  const durable = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').map(([, , options]) => options)
  expect(durable).toEqual([{ durability: 'strict' }])
  transaction.mockRestore()
  await Promise.all([db.delete(), deviceDb.session.clear()])
})
