import { expect, it } from 'vitest'
import { reachMessage } from './reach-message.ts'

it('says how many applicants a notice reaches: registered, waiting and in the ballot', () => {
  expect(reachMessage({ regCount: 1 })).toContain('Goes to 1 applicant,')
  expect(reachMessage({ regCount: 1200, waitingCount: 30, enteredCount: 4 })).toContain('Goes to 1,234 applicants,')
})
