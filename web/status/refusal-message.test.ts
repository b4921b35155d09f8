import { expect, it } from 'vitest'
import type { FieldErrors } from '../../contract/field-errors.ts'
import { Problem } from '../../contract/problem.ts'
import { refusalMessage } from './refusal-message.ts'

it.each([
  [undefined, 'Too many requests. Wait a minute.'],
  [60, 'Too many requests. Wait a minute.'],
  [61, 'Too many changes by this account. Wait 2 min.'],
  [600, 'Too many changes by this account. Wait 10 min.'],
])('says how long to wait after too many calls: %s s', (retryAfterSeconds, message) => {
  expect(refusalMessage(new Problem('RATE_LIMITED', 'in English', { retryAfterSeconds }))).toBe(message)
})

it('says which limit is reached', () => {
  const invalid = (fields?: FieldErrors) => refusalMessage(new Problem('INVALID', 'in English', { fields }))
  expect(invalid({ account: { code: 'MOST_STAFFED', values: { max: 50 } } })).toBe(
    'This account is staff at 50 events of others. More are not possible.',
  )
  expect(invalid()).toBeNull()
})

it('leaves all other refusals to the screen', () => {
  expect(
    refusalMessage(new Problem('FORBIDDEN', 'in English', { fields: { account: { code: 'NOT_YOURS' } } })),
  ).toBeNull()
})
