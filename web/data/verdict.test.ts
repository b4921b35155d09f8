import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountDb } from './account-db.ts'
import { deleteMarathon } from './marathons.ts'
import { awaitVerdict } from './verdict.ts'

const TARGET = 'marathon:event-0001'
const ONLINE = { timeoutMs: 200, online: () => true }
let db: AccountDb
let since: string

beforeEach(async () => {
  db = new AccountDb(crypto.randomUUID())
  since = new Date().toISOString()
  await deleteMarathon(db, 'event-0001')
})
afterEach(() => db.delete())

async function refuse(at = new Date().toISOString()) {
  const [record] = await db.outbox.toArray()
  if (!record) throw new Error('nothing is queued')
  await db.transaction('rw', db.outbox, db.inbox, async () => {
    await db.outbox.clear()
    await db.inbox.put({ opId: record.opId, target: TARGET, op: { ...record.op, at }, at, code: 'FORBIDDEN' })
  })
}

it('says accepted once the server has applied the edit', async () => {
  const outcome = awaitVerdict(db, TARGET, since, ONLINE)
  await db.outbox.toCollection().modify({ state: 'settled' })
  expect(await outcome).toEqual({ kind: 'accepted' })
})

it('says refused with the answer', async () => {
  const outcome = awaitVerdict(db, TARGET, since, ONLINE)
  await refuse()
  expect(await outcome).toMatchObject({ kind: 'refused', answer: { code: 'FORBIDDEN' } })
})

it('never takes the answer to an older edit for this one', async () => {
  await refuse('2020-01-01T00:00:00.000Z')
  expect(await awaitVerdict(db, TARGET, since, ONLINE)).toEqual({ kind: 'accepted' })
})

it('says waiting where no verdict comes in time', async () => {
  expect(await awaitVerdict(db, TARGET, since, { ...ONLINE, timeoutMs: 20 })).toEqual({ kind: 'waiting' })
})

it('does not wait while offline', async () => {
  const started = Date.now()
  expect(await awaitVerdict(db, TARGET, since, { online: () => false })).toEqual({ kind: 'waiting' })
  expect(Date.now() - started).toBeLessThan(1000)
})
