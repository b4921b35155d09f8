import { expect, it } from 'vitest'
import { emptyAccount } from '../../testing/test-account.ts'
import { keepCommitment, readCommitment } from './kept-commitment.ts'

it('the first commitment is kept, whatever comes later', async () => {
  const db = await emptyAccount()
  expect(await readCommitment(db, 'event-0001')).toBeNull()
  await keepCommitment(db, 'event-0001', 'first')
  await keepCommitment(db, 'event-0001', 'second')
  expect(await readCommitment(db, 'event-0001')).toBe('first')
  expect(await readCommitment(db, 'event-0002')).toBeNull()
})
