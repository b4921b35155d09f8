import { beforeEach, expect, it } from 'vitest'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { emptyAccount } from '../../testing/test-account.ts'
import { keepCommitment, readCommitment } from './kept-commitment.ts'

const EVENT = 'event-0001'
let db: AccountDb
const keep = (commitment: string, isIn = true) => keepCommitment(db, EVENT, commitment, isIn)
const restore = (epoch: string) => db.sync.put({ ...FIRST_SYNC, epoch })

beforeEach(async () => {
  db = await emptyAccount()
  await restore('e')
})

it('the first commitment is kept, whatever comes later', async () => {
  expect(await readCommitment(db, EVENT)).toBeNull()
  expect(await keep('first')).toBe(false)
  expect(await keep('second')).toBe(false)
  expect(await readCommitment(db, EVENT)).toBe('first')
  expect(await readCommitment(db, 'event-0002')).toBeNull()
})

it('nothing is kept for a user who is not in the ballot', async () => {
  await keep('first', false)
  expect(await readCommitment(db, EVENT)).toBeNull()
})

it('a restored database replaces the kept commitment once, which is told from then on', async () => {
  await keep('first')
  await restore('f')
  // The row of before is shown until the new one is here.
  expect(await keep('first')).toBe(false)
  expect(await keep('second', false)).toBe(true)
  expect(await keep('second')).toBe(true)
  expect(await keep('third')).toBe(true)
  expect(await readCommitment(db, EVENT)).toBe('second')
})
