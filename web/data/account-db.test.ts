import Dexie from 'dexie'
import { expect, it, vi } from 'vitest'
import { AccountDb, accountDbName } from './account-db.ts'
import { deleteMarathon } from './marathons.ts'

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

it('keeps the queue of the first version of the app', async () => {
  const uid = crypto.randomUUID()
  const old = firstVersion(uid)
  await old.table('outbox').add({ opId: 'op-00001', target: 'marathon:a', state: 'waiting', failures: 0 })
  old.close()
  const db = new AccountDb(uid)
  expect((await db.outbox.toArray()).map(({ opId }) => opId)).toEqual(['op-00001'])
  await db.delete()
})

it('can be opened, read and queued to by an older version after a rollback', async () => {
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
