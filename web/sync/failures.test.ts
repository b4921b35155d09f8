import { expect, it } from 'vitest'
import { emptyAccount, queueEdits } from '../testing/test-account.ts'
import { countFailure } from './failures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it.each([
  [10, HOUR, 5 * MINUTE, true],
  [9, HOUR, 5 * MINUTE, false],
  [10, HOUR - 1, 5 * MINUTE, false],
  [10, HOUR, 5 * MINUTE - 1, false],
])('an edit that fails for the %ith time, for %i ms, others taken over %i ms: set aside %s', async (...of) => {
  const [nth, alone, othersOver, isSetAside] = of
  const db = await emptyAccount()
  await queueEdits(db, ['event-0001'])
  await db.outbox.toCollection().modify({ failures: nth - 1, alone: { since: 1, from: 2, to: 2 + othersOver } })
  const [record] = await db.outbox.toArray()
  if (!record) throw new Error('nothing is queued')
  expect(await countFailure(db, [record.op], { kind: 'own' }, 1 + alone)).toBe(isSetAside)
  expect(await db.outbox.toArray()).toMatchObject([{ state: isSetAside ? 'parked' : 'waiting' }])
})
