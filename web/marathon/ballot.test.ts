import { describe, expect, it } from 'vitest'
import { hasPlace } from '../store/rows/check-in-rules.ts'
import { ballotMessage, mayDraw } from './ballot.ts'
import { drawnPlace, drawnPlaceMessage, isInBallot } from './waiting-list.ts'

const marathon = {
  registration: 'ballot',
  seed: null,
  cancelled: null,
  capacity: 300,
  regStart: '2027-03-01T08:00:00.000Z',
  regEnd: '2027-03-05T17:00:00.000Z',
  timeZone: 'UTC',
}
const at = (instant: string) => Date.parse(instant)
const BEFORE = at('2027-02-28T00:00:00.000Z')
const OPEN = at('2027-03-02T00:00:00.000Z')
const AFTER = at('2027-03-05T17:00:00.001Z')

describe('a ballot', () => {
  it('says until when one may apply, and how many places are drawn then', () => {
    expect(ballotMessage(marathon, BEFORE)).toMatch(/^Ballot: apply from Mar 1, 2027 .*, then 300 places are drawn\.$/)
    expect(ballotMessage(marathon, OPEN)).toMatch(/^Ballot: apply until Mar 5, 2027 .*, then 300 places are drawn\.$/)
    expect(ballotMessage({ ...marathon, capacity: 1 }, OPEN)).toMatch(/then 1 place is drawn\.$/)
    expect(ballotMessage(marathon, AFTER)).toBe('Ballot: registration has closed. The organiser draws 300 places.')
  })

  it('may be drawn after its window, once, and not while it is cancelled', () => {
    expect([BEFORE, OPEN, at(marathon.regEnd), AFTER].map((now) => mayDraw(marathon, now))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(mayDraw({ ...marathon, seed: 'ab' }, AFTER)).toBe(false)
    expect(mayDraw({ ...marathon, cancelled: 'Storm' }, AFTER)).toBe(false)
    expect(mayDraw({ ...marathon, registration: 'first-come' }, AFTER)).toBe(false)
  })

  it('gives no place before the draw', () => {
    expect([hasPlace({ status: 'entered' }), isInBallot({ status: 'entered' })]).toEqual([false, true])
    expect([hasPlace({ status: 'waiting' }), hasPlace({ status: 'registered' })]).toEqual([false, true])
  })
})

it.each([
  [1, 300, null],
  [300, 300, null],
  [301, 300, 1],
  [314, 300, 14],
  // The organiser added ten places, and the first ten in line got them.
  [314, 310, 4],
  [null, 300, null],
  [undefined, 300, null],
])('number %j of a draw of %j places is number %j in line', (drawOrder, capacity, place) => {
  expect(drawnPlace(drawOrder === undefined ? {} : { drawOrder }, { capacity })).toBe(place)
})

it('the place of the draw is told as the worst that it can be now', () => {
  expect(drawnPlaceMessage(1)).toBe('By the draw, 1st on the waiting list.')
  expect(drawnPlaceMessage(20)).toMatch(/^By the draw, 20th or better on the waiting list\./)
})
