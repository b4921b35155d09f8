import { describe, expect, it } from 'vitest'
import { marathonRow } from '../../testing/test-account.ts'
import {
  checkEdit,
  checkMarathon,
  clockWarnings,
  type EditValues,
  editValues,
  type MarathonValues,
  marathonInstants,
  orderWarnings,
  startValues,
  typedStart,
} from './marathon-rules.ts'

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
  perAccount: '10',
  questions: '',
  staffFields: '',
  categories: '',
  splits: '',
  organisedBy: '',
  handOverUntil: '',
  deferTo: '',
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
      startTime: 'Start time is required.',
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

  it.each(['2000', '2.000', '2,000', '2 000', '2’000', '২০০০', '٢٬٠٠٠', '２０００'])(
    'reads %s as two thousand',
    (capacity) => {
      expect(check({ capacity }).data?.capacity).toBe(2000)
    },
  )
  it.each(['0', '1.5', '2.5', '1e3', '1.00', '0.500', '1.000,0', 'many'])('refuses a capacity of %s', (capacity) => {
    expect(check({ capacity }).errors?.capacity).toMatch(/^Capacity must be /)
  })
})

describe('the applications of one account', () => {
  it.each([
    ['', 'must be a whole number.'],
    ['0', 'must be at least 1.'],
    ['2001', 'must be at most 2000.'],
    ['many', 'must be a whole number.'],
  ])('are refused as %j', (perAccount, words) => {
    expect(check({ perAccount }).errors).toEqual({ perAccount: `Entries per account ${words}` })
  })

  it('are at most 10 in a ballot', () => {
    const ballot = { registration: 'ballot', capacity: '9' }
    const wrong = { perAccount: 'Entries per account must be at most 10 in a ballot.' }
    expect(check({ ...ballot, perAccount: '11' }).errors).toEqual(wrong)
    expect(check({ ...ballot, perAccount: '10' }).data).toMatchObject({ perAccount: 10 })
    const seen = { ...marathonRow('event-0001', { registration: 'ballot', capacity: 40 }), pending: null }
    expect(checkEdit(seen, { ...editValues(seen), perAccount: '11' }).errors).toEqual(wrong)
    expect(check({ perAccount: '٢٠٠٠' }).data).toMatchObject({ perAccount: 2000 })
  })
})

describe('checkEdit', () => {
  const seen = {
    // 08:00:30 in Tokyo: the form shows no seconds.
    ...marathonRow('event-0001', { startDate: '2028-01-30T23:00:30.000Z', timeZone: 'Asia/Tokyo', capacity: 40 }),
    regCount: 12,
    pending: null,
  }
  const change = (part: Partial<EditValues>, other = {}) => {
    const marathon = { ...seen, ...other }
    return checkEdit(marathon, { ...editValues(marathon), ...part } as EditValues)
  }

  it('shows the start in the zone of the event, and keeps what was not touched', () => {
    expect(startValues(seen)).toEqual({ startDate: '2028-01-31', startTime: '08:00', capacity: '40', perAccount: '10' })
    expect(startValues({ ...seen, capacity: null }).capacity).toBe('')
    expect(change({}).data).toMatchObject({ startDate: seen.startDate, capacity: 40, perAccount: 10 })
  })

  it('reads the typed start in the zone of the event, and an empty capacity as no limit', () => {
    expect(change({ startTime: '09:30', capacity: ' ' }).data).toMatchObject({
      startDate: '2028-01-31T00:30:00.000Z',
      capacity: null,
      perAccount: 10,
    })
    expect(change({ startDate: '2028-02-01' }).data).toMatchObject({ startDate: '2028-01-31T23:00:00.000Z' })
  })

  it('keeps the instants of a window that was not touched, and reads a typed day to its end', () => {
    const { regStart, regEnd } = seen
    expect(change({ location: 'Kiel' }).data).toMatchObject({ regStart, regEnd, location: 'Kiel' })
    expect(change({ regEnd: '2027-06-01' }).data).toMatchObject({ regStart, regEnd: '2027-06-01T14:59:59.999Z' })
    expect(change({ regEnd: '', image: '' }).errors).toEqual({
      regEnd: 'Registration End is required.',
      image: 'Image URL is required.',
    })
  })

  it('names the field and what it must be', () => {
    expect(change({ startDate: '', startTime: '' }).errors).toEqual({
      startDate: 'Marathon Start is required.',
      startTime: 'Start time is required.',
    })
    expect(change({ startTime: '' }).errors).toEqual({ startTime: 'Start time is required.' })
    expect(change({ startDate: '5/3/2028' }).errors).toEqual({
      startDate: 'Marathon Start must be a date like 05 Mar 2027.',
    })
    expect(change({ capacity: '1.5' }).errors).toEqual({ capacity: 'Capacity must be a whole number.' })
    expect(change({ capacity: '1000001' }).errors).toEqual({ capacity: 'Capacity must be at most 1000000.' })
    expect(change({ capacity: '0' }).errors).toEqual({ capacity: 'Capacity must be at least 1.' })
    expect(change({ capacity: '11' }).errors).toEqual({
      capacity: 'Capacity must be at least 12: so many runners are registered.',
    })
    expect(change({ capacity: '12' }).data).toMatchObject({ capacity: 12 })
    expect(change({ capacity: '' }, { registration: 'ballot' }).errors).toEqual({
      capacity: 'A ballot needs a capacity.',
    })
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

it.each([
  ['2027-03-28', '02:30', ['02:30 does not exist that day: the clocks go forward. The event starts at 03:30.']],
  ['2027-10-31', '02:30', ['02:30 comes twice that day: the clocks go back. The event starts at the second one.']],
  ['2027-03-28', '03:00', []],
  ['2027-03-28', '01:59', []],
  ['2027-10-31', '01:59', []],
  ['2027-10-31', '03:00', []],
  ['2027-07-01', '02:30', []],
  ['', '02:30', []],
  ['2027-03-28', '', []],
])('warns of a start when the clocks change: %s %s', (startDate, startTime, warnings) => {
  expect(clockWarnings({ startDate, startTime }, 'Europe/Berlin')).toEqual(warnings)
})

it('a start in a zone that this browser does not know is shown and typed in UTC', () => {
  const marathon = marathonRow('event-0001', { startDate: '2027-03-05T08:00:00.000Z', timeZone: 'Nowhere/Land' })
  const view = { ...marathon, pending: null } as Parameters<typeof startValues>[0]
  expect(startValues(view)).toMatchObject({ startDate: '2027-03-05', startTime: '08:00' })
  expect(typedStart(view, { ...startValues(view), startTime: '09:30' })).toBe('2027-03-05T09:30:00.000Z')
  expect(clockWarnings({ startDate: '2027-03-28', startTime: '02:30' }, 'Nowhere/Land')).toEqual([])
  expect(checkEdit(view, { ...editValues(view), startTime: '09:30' }).errors).toBeNull()
})

it('hands places on until the end of a local day, and keeps an instant that nobody touched', () => {
  const { data } = check({ handOverUntil: '2027-03-01', deferTo: 'event-0002', timeZone: 'Europe/Berlin' })
  expect(data).toMatchObject({ handOverUntil: '2027-03-01T22:59:59.999Z', deferTo: 'event-0002' })
  expect(check({ handOverUntil: '' }).data).toMatchObject({ handOverUntil: null, deferTo: null })
  const wrong = { handOverUntil: 'Handing on until must be a date like 05 Mar 2027.' }
  expect(check({ handOverUntil: 'soon' }).errors).toEqual(wrong)
  const until = { handOverUntil: '2027-03-01T11:00:00.000Z', deferTo: 'event-0002' }
  const noon = { ...marathonRow('event-0001', until), pending: null }
  expect(checkEdit(noon, editValues(noon)).data).toMatchObject({ handOverUntil: '2027-03-01T11:00:00.000Z' })
  expect(checkEdit(noon, { ...editValues(noon), handOverUntil: 'soon' }).errors).toEqual(wrong)
  const none = { ...editValues(noon), handOverUntil: '', deferTo: '' }
  expect(checkEdit(noon, none).data).toMatchObject({ handOverUntil: null, deferTo: null })
})

describe('questions of the form', () => {
  const waiver = {
    id: 'waiver',
    kind: 'waiver',
    label: 'W',
    isRequired: true,
    staffSees: false,
    text: 'Old',
    version: 1,
  }
  const questions = JSON.stringify([{ ...waiver, text: 'New' }])

  it('are those that are typed, and an error names its place', () => {
    expect(checkMarathon({ ...VALUES, questions, categories: '{"choice":"none","bands":[]}' }).data).toMatchObject({
      categories: '',
    })
    const wrong = JSON.stringify([{ ...waiver, text: '', guardianBelow: 'x' }])
    expect(checkMarathon({ ...VALUES, questions: wrong }).errors).toEqual({
      'questions.0.text': 'Text of question 1 is required.',
      'questions.0.guardianBelow': 'Age at question 1 must be a whole number.',
    })
  })
  it('have a new version of a changed waiver, also at the duplicate of a marathon', () => {
    const before = { questions: JSON.stringify([waiver]), categories: '', staffFields: '', splits: '' }
    const versionOf = (data: { questions?: string | undefined } | null) => JSON.parse(data?.questions ?? '')[0].version
    expect(versionOf(checkMarathon({ ...VALUES, questions }).data)).toBe(1)
    expect(versionOf(checkMarathon({ ...VALUES, questions }, before).data)).toBe(2)
    const own = { ...marathonRow('event-0001', { role: 'owner' }), ...before, pending: null }
    expect(versionOf(checkEdit(own, { ...editValues(own), questions }).data)).toBe(2)
  })
})
