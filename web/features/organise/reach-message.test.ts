import { expect, it } from 'vitest'
import { reachMessage } from './reach-message.ts'

it('says how many applications a notice reaches: registered, waiting and in the ballot', () => {
  expect(reachMessage({ regCount: 1 })).toContain('(1 application now)')
  expect(reachMessage({ regCount: 1200, waitingCount: 30, enteredCount: 4 })).toContain('(1,234 applications now)')
})
