import { beforeEach, describe, expect, it } from 'vitest'
import { emptyAccount, marathonRow, queueEdits } from '../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import { forgetAccount } from './forget-account.ts'

let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001'), own: 0, gen: 4 })
  await db.drafts.put({ key: 'add-marathon', values: { title: 'Half done' }, at: 0 })
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e.7', gen: 4, sentUpTo: 3, syncedAt: 1 })
})

const left = async () => [await db.marathons.count(), await db.outbox.count(), await db.drafts.count()]

describe('forgetting an account', () => {
  it('leaves nothing where nothing was unsent, and not even what had been on its way', async () => {
    expect(await forgetAccount(db, 'clean')).toBe(false)
    expect(await left()).toEqual([0, 0, 0])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5 })
  })

  it('keeps what came in after the user was asked', async () => {
    await queueEdits(db, ['event-0001'])
    expect(await forgetAccount(db, 'clean')).toBe(true)
    expect(await left()).toEqual([0, 1, 1])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5, sentUpTo: 3 })
  })

  it('keeps the queue where the user says so, also one of which nothing was ever on its way', async () => {
    await db.sync.put({ ...FIRST_SYNC, gen: 4 })
    expect(await forgetAccount(db, 'keep')).toBe(true)
    expect(await left()).toEqual([0, 0, 1])
    expect(await db.sync.get('sync')).toEqual({ ...FIRST_SYNC, gen: 5 })
  })

  it('discards the queue where the user says so', async () => {
    await queueEdits(db, ['event-0001'])
    expect(await forgetAccount(db, 'discard')).toBe(false)
    expect(await left()).toEqual([0, 0, 0])
    expect((await db.sync.get('sync'))?.sentUpTo).toBeUndefined()
  })
})
