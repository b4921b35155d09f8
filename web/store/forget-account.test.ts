import { beforeEach, describe, expect, it } from 'vitest'
import {
  applicationRow,
  checkInRow,
  emptyAccount,
  marathonRow,
  noticeRow,
  opOf,
  queueEdits,
  staffRow,
} from '../testing/test-account.ts'
import {
  type AccountDb,
  FIRST_SYNC,
  type OwnResultRecord,
  type RecordingRecord,
  type RulingRecord,
} from './account-db.ts'
import { forgetAccount } from './forget-account.ts'

const INBOX_ITEM = {
  opId: 'op-1',
  target: 'marathon:event-0001',
  op: opOf('marathon.update'),
  at: '',
  code: 'INVALID',
} as const
let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001'), own: 0, gen: 4 })
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 4 })
  await db.recordings.put({ _id: 'crossing-0001', marathonId: 'event-0001', gen: 4 } as RecordingRecord)
  await db.rulings.put({ _id: 'ruling-0001', marathonId: 'event-0001', gen: 4 } as RulingRecord)
  await db.ownResults.put({ _id: 'entry-0003', gen: 4 } as OwnResultRecord)
  await db.checkIns.put({ ...checkInRow('scan-0001', 'event-0001', 'entry-0001'), first: 0, gen: 4 })
  await db.notices.put({ ...noticeRow('notice-0001', 'event-0001'), unread: 1, gen: 4 })
  await db.staff.put({ ...staffRow('staff-0001', 'event-0001'), gen: 4 })
  await db.withdrawn.put({ _id: 'entry-0002', code: '', marathonId: 'event-0001', at: '2027-01-01T00:00:00.000Z' })
  const op = opOf('marathon.update')
  await db.journal.put({ n: 1, opId: op.opId, target: 'marathon:event-0001', op, at: 0 })
  await db.packs.put({ marathonId: 'event-0001', seen: marathonRow('event-0001'), at: 0 })
  await db.kept.put({ key: 'history:event-0001', marathonId: 'event-0001', at: 0, rows: [] })
  await db.drafts.put({ key: 'add-marathon', values: { title: 'Half done' }, at: 0 })
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e.7', gen: 4, sentUpTo: 3, syncedAt: 1 })
})

/** The tables that are not empty, without the sync record. */
async function left() {
  const counts = await Promise.all(db.tables.map(async (table) => [table.name, await table.count()] as const))
  return counts.flatMap(([name, count]) => (count > 0 && name !== 'sync' ? [name] : [])).sort()
}

describe('forgetting an account', () => {
  it('is tested with a row in every table that a server or a user fills', async () => {
    await queueEdits(db, ['event-0001'])
    await db.inbox.put(INBOX_ITEM)
    expect(await left()).toEqual(db.tables.flatMap(({ name }) => (name === 'sync' ? [] : [name])).sort())
  })

  it('leaves nothing where nothing was unsent, and not even what had been on its way', async () => {
    expect(await forgetAccount(db, 'clean')).toBe(false)
    expect(await left()).toEqual([])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5 })
  })

  it('keeps what came in after the user was asked', async () => {
    await queueEdits(db, ['event-0001'])
    expect(await forgetAccount(db, 'clean')).toBe(true)
    expect(await left()).toEqual(['drafts', 'outbox'])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5, sentUpTo: 3 })
  })

  it('keeps the queue where the user says so, also one of which nothing was ever on its way', async () => {
    await db.sync.put({ ...FIRST_SYNC, gen: 4 })
    await db.inbox.put(INBOX_ITEM)
    expect(await forgetAccount(db, 'keep')).toBe(true)
    expect(await left()).toEqual(['drafts', 'inbox'])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5 })
  })

  it('discards the queue where the user says so', async () => {
    await queueEdits(db, ['event-0001'])
    await db.inbox.put(INBOX_ITEM)
    expect(await forgetAccount(db, 'discard')).toBe(false)
    expect(await left()).toEqual([])
    expect((await db.sync.get('sync'))?.sentUpTo).toBeUndefined()
  })
})
