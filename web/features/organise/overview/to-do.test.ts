import { expect, it } from 'vitest'
import { marathonRow } from '../../../testing/test-account.ts'
import { type Progress, toDoOf } from './to-do.ts'

const UNREAD: Progress = {
  withBib: undefined,
  helpers: undefined,
  hasScans: undefined,
  here: undefined,
}
const event = (other = {}) => ({ ...marathonRow('event-0001', other), pending: null })
const marks = (...of: Parameters<typeof toDoOf>) =>
  Object.fromEntries(toDoOf(...of).map(({ name, isDone }) => [name, isDone]))

it('before the race there are five things to do, each done by what the phone knows', () => {
  const image = 'https://startline.example/samples/sample-3.svg'
  const nothing = { picture: false, share: false, helpers: null, bibs: null, testScan: null }
  expect(marks(event({ image }), 'ahead', UNREAD)).toEqual(nothing)
  const progress = { ...UNREAD, withBib: 2, helpers: 1, hasScans: true }
  const all = { picture: true, share: true, helpers: true, bibs: true, testScan: true }
  expect(marks(event({ regCount: 2 }), 'ahead', progress)).toEqual(all)
  expect(marks(event({ regCount: 2 }), 'ahead', { ...progress, withBib: 1 })).toMatchObject({ bibs: false })
})

it('a picture of one’s own may lie in any folder', () => {
  const image = 'https://photos.example/samples/sample-3.jpg'
  expect(marks(event({ image }), 'ahead', UNREAD)).toMatchObject({ picture: true })
})

it('bibs are not done as long as nobody is registered', () => {
  expect(marks(event({ regCount: 0 }), 'ahead', { ...UNREAD, withBib: 0 })).toMatchObject({ bibs: null })
})

it('a ballot is to be drawn, once', () => {
  const ballot = { registration: 'ballot', capacity: 10 }
  expect(marks(event(ballot), 'ahead', UNREAD)).toMatchObject({ draw: false })
  expect(marks(event({ ...ballot, seed: 'a1' }), 'ahead', UNREAD)).toMatchObject({ draw: true })
  expect(marks(event(), 'ahead', UNREAD)).not.toHaveProperty('draw')
})

it('on the day check-in comes first, and it is done when all are here', () => {
  const [first] = toDoOf(event({ regCount: 2 }), 'today', { ...UNREAD, here: 1 })
  expect(first).toEqual({ name: 'checkIn', isDone: false })
  expect(marks(event({ regCount: 2 }), 'today', { ...UNREAD, here: 2 })).toMatchObject({ checkIn: true })
})

it('after a race with recordings there are doubts to decide, results to sign and to pass on', () => {
  const past = (doubts: number | null, results: '' | 'live' | 'official' = '') =>
    marks(event({ results }), 'past', { ...UNREAD, doubts })
  expect(past(2)).toEqual({
    ...{ doubts: false, official: false },
    thanks: null,
    exports: null,
    numbers: null,
    again: null,
  })
  expect(past(0, 'live')).toMatchObject({ doubts: true, official: false })
  expect(past(0, 'official')).toMatchObject({ official: true })
  // Nobody timed it.
  expect(past(null)).toEqual({ thanks: null, again: null })
})

it('after the race there are thanks and the next one, and a cancelled event needs nothing', () => {
  expect(marks(event(), 'past', UNREAD)).toEqual({ thanks: null, again: null })
  expect(toDoOf(event({ cancelled: 'Storm' }), 'ahead', UNREAD)).toEqual([])
})
