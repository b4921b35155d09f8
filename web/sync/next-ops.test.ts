import { beforeEach, expect, it, vi } from 'vitest'
import type { AccountDb } from '../store/account-db.ts'
import { enqueueOps } from '../store/outbox.ts'
import { countRows } from '../testing/count-rows.ts'
import { emptyAccount, newApplication, newMarathon, queueEdits } from '../testing/test-account.ts'
import { nextOps, SUSPECT_AFTER } from './next-ops.ts'

let db: AccountDb
const idsOf = (ops: { id: string }[]) => ops.map((op) => op.id)
const suspect = (id: string, more: { failures?: number; turn?: number } = {}) =>
  db.outbox
    .where('target')
    .equals(`marathon:${id}`)
    .modify({ failures: SUSPECT_AFTER, ...more })

beforeEach(async () => {
  db = await emptyAccount()
})

it('takes the head of the queue in order, at most the limit', async () => {
  await queueEdits(db, ['event-0003', 'event-0001', 'event-0002'])
  expect(idsOf((await nextOps(db, 2)).ops)).toEqual(['event-0003', 'event-0001'])
})

it('leaves parked and settled ops where they are', async () => {
  await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'])
  await db.outbox.where('target').equals('marathon:event-0001').modify({ state: 'parked' })
  await db.outbox.where('target').equals('marathon:event-0002').modify({ state: 'settled' })
  expect(idsOf((await nextOps(db, 9)).ops)).toEqual(['event-0003'])
})

it('INV-13 sends others before a suspect, and holds back what depends on it', async () => {
  await enqueueOps(db, [{ type: 'marathon.create', id: 'event-0001', patch: newMarathon() }])
  await suspect('event-0001')
  await enqueueOps(db, [
    { type: 'application.create', id: 'entry-0001', patch: newApplication('event-0001') },
    { type: 'application.update', id: 'entry-0001', patch: { location: 'Kiel' } },
  ])
  await queueEdits(db, ['event-0001', 'event-0003', 'event-0002', 'event-0003'])
  const batch = await nextOps(db, 9)
  expect(idsOf(batch.ops)).toEqual(['event-0003', 'event-0002', 'event-0003'])
  expect(batch.suspects.map((record) => record.op.id)).toEqual(['event-0001'])
})

it('holds back a later edit of the same field, and of no other field of the row', async () => {
  await queueEdits(db, ['event-0001'])
  await suspect('event-0001')
  await enqueueOps(db, [
    { type: 'marathon.update', id: 'event-0001', base: { location: 'Kiel' }, patch: { location: 'Bonn' } },
    { type: 'marathon.update', id: 'event-0001', base: { cancelled: null }, patch: { cancelled: 'Storm' } },
    { type: 'application.create', id: 'entry-0001', patch: newApplication('event-0001') },
  ])
  expect((await nextOps(db, 9)).ops.map(({ patch }) => patch.cancelled ?? patch.marathonId)).toEqual([
    'Storm',
    'event-0001',
  ])
})

it('tries a suspect alone once nothing else is left, never an empty batch', async () => {
  await queueEdits(db, ['event-0001'])
  await suspect('event-0001')
  await queueEdits(db, ['event-0001'])
  expect(idsOf((await nextOps(db, 9)).ops)).toEqual(['event-0001'])
})

it('tries the suspect first whose last try is longest ago, however often it failed', async () => {
  await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'])
  await suspect('event-0001', { failures: 200, turn: 203 })
  await suspect('event-0002', { turn: 204 })
  await suspect('event-0003', { failures: 200, turn: 202 })
  const batch = await nextOps(db, 9)
  expect(idsOf(batch.ops)).toEqual(['event-0003'])
  expect(batch.suspects.map((record) => record.op.id)).toEqual(['event-0001', 'event-0002'])
})

it('stays below the body limit, but always sends one', async () => {
  await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'], 'x'.repeat(500_000))
  expect((await nextOps(db, 9)).ops).toHaveLength(1)
  const wide = await emptyAccount()
  await queueEdits(wide, ['event-0001', 'event-0002'], '€'.repeat(200_000))
  expect((await nextOps(wide, 9)).ops, 'bytes count, not characters').toHaveLength(1)
  const huge = await emptyAccount()
  await queueEdits(huge, ['event-0001', 'event-0002'], 'x'.repeat(1_000_000))
  expect((await nextOps(huge, 9)).ops).toHaveLength(1)
})

it('reads no more of a long queue than it sends', async () => {
  const rows = countRows(db)
  await queueEdits(
    db,
    Array.from({ length: 300 }, (_, index) => `event-${1000 + index}`),
  )
  rows.take()
  // A cursor takes a turn of the page for each row, and the next tap at a finish line waits for all of them.
  const step = vi.spyOn(IDBCursor.prototype, 'continue')
  expect((await nextOps(db, 10)).ops).toHaveLength(10)
  expect(rows.take().outbox).toBeLessThanOrEqual(20)
  expect(step).not.toHaveBeenCalled()
  step.mockRestore()
})
