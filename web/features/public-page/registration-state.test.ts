import { expect, it } from 'vitest'
import type { PublicPage } from '../../../contract/marathon.ts'
import { publicPageRow } from '../../testing/test-account.ts'
import { registrationState } from './registration-state.ts'

const DAYS = { regStart: '2027-03-05T08:00:00.000Z', regEnd: '2027-03-20T20:00:00.000Z' }

const at = (now: string, other: Partial<PublicPage> = {}) => {
  const { isOpen, tone, words, sentence } = registrationState(
    publicPageRow('event-0001', { ...DAYS, ...other }),
    Date.parse(now),
  )
  return [isOpen, tone, words, sentence]
}
const OPEN = '2027-03-17T12:00:00.000Z'

it('says when registration opens, how long it is open, and when it has closed', () => {
  expect(at('2027-03-01T12:00:00.000Z')).toEqual([false, 'closed', 'Opens Mar 5, 2027', 'Opens Mar 5, 2027'])
  expect(at(OPEN)).toEqual([true, 'soon', 'Open, closes in 3 days', 'Open, closes in 3 days'])
  expect(at('2027-03-21T12:00:00.000Z')).toEqual([false, 'closed', 'Closed Mar 20, 2027', 'Closed Mar 20, 2027'])
})

it('says that there is a waiting list only while a full event takes applications', () => {
  const sentence = 'All places are taken. You would join the waiting list. Open, closes in 3 days.'
  expect(at(OPEN, { isFull: true })).toEqual([true, 'soon', 'Full, waiting list', sentence])
  expect(at('2027-03-21T12:00:00.000Z', { isFull: true })[2]).toBe('Closed Mar 20, 2027')
})

it('says that a ballot draws its places, and never that it is full', () => {
  const sentence = 'Open, closes in 3 days. Places are drawn after registration closes.'
  const ballot = { registration: 'ballot', isFull: true } as const
  expect(at(OPEN, ballot)).toEqual([true, 'soon', 'Open, closes in 3 days', sentence])
  expect(at('2027-03-21T12:00:00.000Z', ballot)[3]).toBe('Closed Mar 20, 2027')
})

it('of a cancelled event says so, and why, and that nobody can register', () => {
  const cancelled = [false, 'danger', 'Cancelled', 'Cancelled: The river is high.']
  for (const registration of ['first-come', 'ballot'] as const)
    expect(at(OPEN, { cancelled: 'The river is high.', isFull: true, registration })).toEqual(cancelled)
})
