import { expect, it } from 'vitest'
import { Problem } from '../../../contract/problem.ts'
import { accountFailure } from './account-failure.ts'

it('says how long to wait after too many calls, and nothing in the words of the server', () => {
  const busy = (retryAfterSeconds?: number) => new Problem('RATE_LIMITED', 'in English', { retryAfterSeconds })
  expect(accountFailure(busy())).toBe('Too many requests. Wait a minute.')
  expect(accountFailure(busy(120))).toBe('Too many changes by this account. Wait 2 min.')
  const invalid = new Problem('INVALID', 'in English', {
    fields: { part: { code: 'NOT_ONE_OF', values: { values: 'account' } } },
  })
  expect(accountFailure(invalid)).toMatch(/^The server had a problem/)
})
