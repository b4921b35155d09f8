import { expect, it } from 'vitest'
import { waitingMessage } from './waiting-message.ts'

const window = {
  regStart: '2027-03-01T00:00:00.000Z',
  regEnd: '2027-03-05T17:00:00.000Z',
  timeZone: 'UTC',
}
const marathon = { ...window, registration: 'first-come', seed: null }
const words = (now: string) => waitingMessage(marathon, Date.parse(now))

it.each([
  ['2027-03-02T12:00:00Z', 'registration closes in 3 days.'],
  ['2027-03-04T12:00:00Z', 'registration closes tomorrow.'],
  ['2027-03-05T12:00:00Z', 'registration closes today 17:00.'],
  ['2027-03-06T12:00:00Z', 'registration is not open now (Closed Mar 5, 2027).'],
])('at %s', (now, end) => {
  expect(words(now)).toMatch(/^Saved on this phone\. Not registered until sent; /)
  expect(words(now).replace(' UTC', '')).toContain(end)
})

it('never calls a waiting entry registered', () => {
  expect(words('2027-03-02T12:00:00Z')).not.toMatch(/(^|[^t] )registered/)
})

it('says that an entry is not in the ballot yet', () => {
  const ballot = { ...marathon, registration: 'ballot' }
  expect(waitingMessage(ballot, Date.parse('2027-03-02T12:00:00Z'))).toMatch(
    /^Saved on this phone\. Not in the ballot until sent; registration closes in 3 days\.$/,
  )
})

it('says that an entry is not on the waiting list yet', () => {
  expect(waitingMessage(marathon, Date.parse('2027-03-02T12:00:00Z'), { status: 'waiting' })).toBe(
    'Saved on this phone. Not on the waiting list until sent; registration closes in 3 days.',
  )
})

it('says that the event is cancelled', () => {
  const cancelled = { ...marathon, cancelled: 'Storm' }
  expect(waitingMessage(cancelled, Date.parse('2027-03-02T12:00:00Z'))).toBe(
    'Saved on this phone. Not registered until sent; the event is cancelled.',
  )
})

it('of a place that somebody has already, the window does not matter', () => {
  const closed = Date.parse('2030-03-02T12:00:00Z')
  expect(waitingMessage(marathon, closed, { status: 'registered', isTaken: true })).toBe(
    'Saved on this phone. You have the place only once it is sent.',
  )
})
