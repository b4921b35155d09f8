import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discardOp } from '../testing/plain-store.ts'
import { skipPauses, untilSkipped } from '../testing/render-hook.tsx'
import { AccountDb, FIRST_SYNC, type InboxRecord } from './account-db.ts'
import { deleteMarathon } from './rows/marathons.ts'
import { awaitVerdict } from './verdict.ts'

const ONLINE = { timeoutMs: 10_000, online: () => true }
let db: AccountDb
let opIds: string[]

beforeEach(async () => {
  db = new AccountDb(crypto.randomUUID())
  opIds = await deleteMarathon(db, 'event-0001')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  return db.delete()
})

async function refuse(code?: InboxRecord['code']) {
  const [record] = await db.outbox.toArray()
  if (!record) throw new Error('nothing is queued')
  const { opId, target, op } = record
  await db.transaction('rw', db.outbox, db.inbox, async () => {
    await db.outbox.clear()
    await db.inbox.put({ opId, target, op, at: op.at, code })
  })
}

it('says accepted once the server has applied the edit', async () => {
  const outcome = awaitVerdict(db, opIds, ONLINE)
  await db.outbox.toCollection().modify({ state: 'settled' })
  expect(await outcome).toEqual({ kind: 'accepted' })
})

it('says accepted where the row came with the verdict, and the edit has left the queue', async () => {
  const outcome = awaitVerdict(db, opIds, ONLINE)
  await db.transaction('rw', db.outbox, db.sync, async () => {
    await db.outbox.clear()
    await db.sync.put({ ...FIRST_SYNC, accepted: opIds })
  })
  expect(await outcome).toEqual({ kind: 'accepted' })
})

it('says refused with the answer', async () => {
  const outcome = awaitVerdict(db, opIds, ONLINE)
  await refuse('FORBIDDEN')
  expect(await outcome).toMatchObject({ kind: 'rejected', item: { code: 'FORBIDDEN' } })
})

it('says clash where the server kept its value of a field', async () => {
  const outcome = awaitVerdict(db, opIds, ONLINE)
  await refuse()
  expect(await outcome).toMatchObject({ kind: 'clash', item: { opId: opIds[0] } })
})

it('says waiting where the phone cannot be read: the edit is on the disk', async () => {
  skipPauses()
  vi.spyOn(db.sync, 'get').mockImplementation((() => Dexie.Promise.reject(new Error('unreadable'))) as never)
  const told = vi.fn()
  void awaitVerdict(db, opIds, { ...ONLINE, timeoutMs: 600_000 }).then(told)
  await untilSkipped(() => expect(told.mock.calls).toEqual([[{ kind: 'waiting' }]]))
})

it('never takes an edit that was discarded elsewhere for accepted', async () => {
  const outcome = awaitVerdict(db, opIds, ONLINE)
  await discardOp(db, String(opIds[0]))
  expect(await outcome).toEqual({ kind: 'gone' })
})

it('says gone where some edits of a form were applied and one was discarded elsewhere', async () => {
  const [later] = await deleteMarathon(db, 'event-0002')
  const outcome = awaitVerdict(db, [...opIds, String(later)], ONLINE)
  await db.outbox.where('opId').equals(String(opIds[0])).modify({ state: 'settled' })
  await discardOp(db, String(later))
  expect(await outcome).toEqual({ kind: 'gone' })
})

it('never takes the answer to an older edit of the row for this one', async () => {
  await refuse('FORBIDDEN')
  const later = await deleteMarathon(db, 'event-0001')
  expect(await awaitVerdict(db, later, { ...ONLINE, timeoutMs: 20 })).toEqual({ kind: 'waiting' })
})

it('says waiting where no verdict comes in time', async () => {
  expect(await awaitVerdict(db, opIds, { ...ONLINE, timeoutMs: 20 })).toEqual({ kind: 'waiting' })
})

it('does not wait while offline', async () => {
  const started = Date.now()
  expect(await awaitVerdict(db, opIds, { online: () => false })).toEqual({ kind: 'waiting' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await awaitVerdict(db, opIds)).toEqual({ kind: 'waiting' })
  expect(Date.now() - started).toBeLessThan(1000)
})

it.each([true, false])('says waiting where the storage does not answer in time (online: %s)', async (isOnline) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // Another page blocks the storage.
  const blocked = db.transaction('rw', db.outbox, db.inbox, db.sync, () => Dexie.waitFor(held))
  const outcome = awaitVerdict(db, opIds, { timeoutMs: 20, online: () => isOnline })
  expect(await outcome).toEqual({ kind: 'waiting' })
  letGo()
  await blocked
})
