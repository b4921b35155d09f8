import { expect, it } from 'vitest'
import { actionOf, entityOf } from './ops.ts'

it('knows the entity of an op, also where only another version of the app knows the op', () => {
  expect(entityOf({ type: 'checkIn.void' })).toBe('checkIn')
  expect([entityOf({ type: 'notice.pin' }), actionOf({ type: 'notice.pin' })]).toEqual(['notice', null])
  expect(entityOf({ type: 'team.create' })).toBeNull()
})
