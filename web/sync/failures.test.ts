import { expect, it } from 'vitest'
import { Problem, type ProblemCode } from '../../contract/problem.ts'
import { NoResponse } from '../calls/call-api.ts'
import { emptyAccount, opOf, queueEdits } from '../testing/test-account.ts'
import { countFailure, type Meaning, meaningOf } from './failures.ts'

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

it.each<[ProblemCode, string[], Meaning]>([
  ['UNAUTHENTICATED', [], { kind: 'account' }],
  ['WRONG_ACCOUNT', [], { kind: 'account' }],
  ['WRONG_ACCOUNT', ['ops.0.opId'], { kind: 'named', opIds: ['op-00000001'], reason: 'other-account' }],
  ['RATE_LIMITED', [], { kind: 'wait', seconds: 7 }],
  ['INVALID', ['ops.0.patch', 'ops.0'], { kind: 'named', opIds: ['op-00000001'], reason: 'refused' }],
  ['INVALID', ['ops.1.patch', 'ops.01x'], { kind: 'own' }],
  ['INVALID', ['cursor'], { kind: 'cursor' }],
  ['INVALID', [], { kind: 'own' }],
  ['TOO_LARGE', [], { kind: 'large' }],
  ['UNAVAILABLE', [], { kind: 'later' }],
  ['FORBIDDEN', [], { kind: 'own' }],
])('%s with the fields %j means for the edits: %j', (code, names, meaning) => {
  const fields = Object.fromEntries(names.map((name) => [name, { code: 'REQUIRED' as const }]))
  const problem = new Problem(code, '', { fields, retryAfterSeconds: 7 })
  expect(meaningOf(problem, [opOf('marathon.update')])).toEqual(meaning)
})

it('no response means a request that was too slow, or a failure of its own', () => {
  expect(meaningOf(new NoResponse('slow'), [])).toEqual({ kind: 'slow' })
  expect(meaningOf(new NoResponse('unreachable'), [])).toEqual({ kind: 'own' })
})
