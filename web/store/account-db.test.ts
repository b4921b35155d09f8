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

/** The database as the version before check-ins created it. */
function secondVersion(uid: string): Dexie {
  const db = firstVersion(uid)
  db.version(2).stores({ packs: 'marathonId' })
  return db
}

it('keeps a full outbox and inbox of the version without check-ins, and its cursor until the server answers', async () => {
  const uid = crypto.randomUUID()
  const old = secondVersion(uid)
  const queued = Array.from({ length: 700 }, (_, n) => ({
    opId: `op-${n}`,
    target: `application:${n}`,
    state: 'waiting',
  }))
  await old.table('outbox').bulkAdd(queued)
  await old.table('inbox').bulkAdd(queued.map(({ opId, target }) => ({ opId, target, at: '2027-01-01T00:00:00.000Z' })))
  await old.table('sync').put({ key: 'sync', cursor: 'e.7', gen: 2 })
  old.close()
  const db = new AccountDb(uid)
  expect((await db.outbox.orderBy('n').toArray()).map(({ opId }) => opId)).toEqual(queued.map(({ opId }) => opId))
  expect(await db.inbox.count()).toBe(700)
  expect(await db.sync.get('sync')).toEqual({ key: 'sync', cursor: 'e.7', gen: 2 })
  expect(await db.checkIns.count()).toBe(0)
  await db.delete()
})

it('keeps the queue of the first version of the app', async () => {
  const uid = crypto.randomUUID()
  const old = firstVersion(uid)
  await old.table('outbox').add({ opId: 'op-00001', target: 'marathon:a', state: 'waiting', failures: 0 })
  old.close()
  const db = new AccountDb(uid)
  expect((await db.outbox.toArray()).map(({ opId }) => opId)).toEqual(['op-00001'])
  // What later versions added is there too.
  expect(await db.outbox.where('op.patch.applicationId').equals('entry-1').count()).toBe(0)
  expect(db.tables.map(({ name }) => name).toSorted()).toEqual([...db.backendDB().objectStoreNames])
  await db.delete()
})

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
