import { beforeEach, describe, expect, it } from 'vitest'
import { emptyAccount, queueEdits } from '../sync/test-account.ts'
import { AccountDb, type InboxRecord } from './account-db.ts'
import { discardOp, readUnsent, resolveConflict, sendAgain } from './unsent.ts'

let db: AccountDb
const op = { opId: 'op-000001', v: 1, type: 'marathon.update', id: 'event-0001', at: '2027-06-01T00:00:00.000Z' }
const refused = (other: Partial<InboxRecord['op']> = {}): InboxRecord => ({
  opId: 'op-000001',
  target: 'marathon:event-0001',
  op: { ...op, base: { location: 'Hamburg' }, patch: { location: 'Kiel' }, ...other },
  at: '2027-06-01T00:00:00.000Z',
  code: 'INVALID',
})
const waiting = async () => (await readUnsent(db)).waiting.map((record) => record.op)

beforeEach(async () => {
  db = await emptyAccount()
})

describe('sending again', () => {
  it('is a new operation with the user’s correction', async () => {
    await db.inbox.put(refused())
    await sendAgain(db, refused(), { location: 'Bremen' })
    expect(await waiting()).toEqual([expect.objectContaining({ id: 'event-0001', patch: { location: 'Bremen' } })])
    expect((await waiting())[0]?.opId).not.toBe('op-000001')
    expect(await db.inbox.count()).toBe(0)
  })

  it('gives a refused creation a new id: the old one may be gone for ever', async () => {
    const answer = refused({ type: 'marathon.create' })
    await db.inbox.put(answer)
    await sendAgain(db, answer)
    const [again] = (await readUnsent(db)).waiting
    expect(again?.op.id).not.toBe('event-0001')
    expect(again?.target).toBe(`marathon:${again?.op.id}`)
  })

  it('happens once for a double tap', async () => {
    await db.inbox.put(refused({ type: 'marathon.create' }))
    await Promise.all([sendAgain(db, refused()), sendAgain(db, refused())])
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a clash', () => {
  const { code: _code, ...clash } = {
    ...refused(),
    conflicts: {
      location: { base: 'Hamburg', yours: 'Kiel', theirs: 'Bremen' },
      distance: { base: '5k', yours: '10k', theirs: '15k' },
    },
  }

  it('sends the fields kept over what the server has, and leaves the others', async () => {
    await db.inbox.put(clash)
    await resolveConflict(db, clash, ['location'])
    expect(await waiting()).toEqual([
      expect.objectContaining({ patch: { location: 'Kiel' }, base: { location: 'Bremen' } }),
    ])
  })

  it('sends nothing where theirs is kept, and once where it is tapped twice', async () => {
    await db.inbox.put(clash)
    await resolveConflict(db, clash, [])
    await resolveConflict(db, clash, ['location'])
    expect(await waiting()).toEqual([])
    expect(await db.inbox.count()).toBe(0)
  })
})

it('never discards an applied edit that only stands in for its row', async () => {
  const [edit] = await queueEdits(db, ['event-0001'])
  await db.outbox.toCollection().modify({ state: 'settled' })
  await discardOp(db, String(edit?.opId))
  expect(await db.outbox.count()).toBe(1)
})

it('keeps accounts apart: neither sees what the other queued', async () => {
  const other = await emptyAccount()
  await queueEdits(db, ['event-0001'])
  expect((await readUnsent(other)).waiting).toEqual([])
  expect(new AccountDb(other.uid).name).not.toBe(db.name)
})
