import { describe, expect, it } from 'vitest'
import { checkMarathon, type MarathonValues, marathonInstants, orderWarnings } from './marathon-rules.ts'

const VALUES: MarathonValues = {
  title: 'Spring Run',
  location: 'Berlin',
  description: 'A run',
  image: 'https://example.com/a.jpg',
  distance: '10k',
  timeZone: 'Europe/Berlin',
  regStart: '2027-01-01',
  regEnd: '2027-02-01',
  startDate: '2027-03-05',
  startTime: '08:00',
  capacity: '',
  registration: 'first-come',
}
const check = (part: Partial<MarathonValues>) => checkMarathon({ ...VALUES, ...part } as MarathonValues)

describe('checkEvent', () => {
  it("reads days and time in the event's zone, the window to the end of its last day", () => {
    expect(check({}).data).toMatchObject({
      regStart: '2026-12-31T23:00:00.000Z',
      regEnd: '2027-02-01T22:59:59.999Z',
      startDate: '2027-03-05T07:00:00.000Z',
      capacity: null,
    })
  })

  it('says what is missing in words', () => {
    expect(check({ title: ' ', distance: '', regEnd: '', startTime: '' }).errors).toEqual({
      title: 'Title is required.',
      distance: 'Select a distance.',
      regEnd: 'Registration End is required.',
      startTime: 'Start Time is required.',
    })
  })

  it('wants a capacity for a ballot', () => {
    expect(check({ registration: 'ballot' }).errors).toEqual({ capacity: 'A ballot needs a capacity.' })
    expect(check({ registration: 'ballot', capacity: '9' }).data).toMatchObject({ registration: 'ballot', capacity: 9 })
  })

  it('says how a day should be written', () => {
    expect(check({ startDate: '5/3/2027' }).errors).toEqual({
      startDate: 'Marathon Start must be a date like 05 Mar 2027.',
    })
  })

  it.each(['0', '1.5', 'many'])('refuses a capacity of %s', (capacity) => {
    expect(check({ capacity }).errors?.capacity).toMatch(/^Capacity must be /)
  })
})

describe('orderWarnings', () => {
  const now = Date.parse('2026-11-01T00:00:00Z')
  const warn = (part: Partial<MarathonValues>) =>
    orderWarnings(marathonInstants({ ...VALUES, ...part } as MarathonValues), now)

  it('is quiet about an order that makes sense, and about half a form', () => {
    expect(warn({})).toEqual([])
    expect(warn({ regStart: '', regEnd: '', startDate: '' })).toEqual([])
  })
  it('warns of registration that ends before it starts or after the race', () => {
    expect(warn({ regEnd: '2026-12-01' })).toEqual(['Registration ends before it starts, so nobody can apply.'])
    expect(warn({ regEnd: '2027-03-05' })).toEqual(['Registration ends after the marathon starts.'])
  })
  it('warns of a start in the past', () => {
    expect(warn({ regStart: '2020-01-01', regEnd: '2020-01-02', startDate: '2020-02-01' })).toEqual([
      'The marathon starts in the past.',
    ])
  })
})
