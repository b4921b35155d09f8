import { expect, it } from 'vitest'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { resultFacts } from './result-facts.ts'

const RESULT: OwnResult = {
  ...{ _id: 'entry-1', marathonId: 'event-0001', title: 'Harbour Ten', startDate: '2027-05-01T08:00:00.000Z' },
  ...{ timeZone: 'UTC', distance: '10k', bib: '7', name: 'Ada Lauf', hidesName: false, sex: 'F' },
  ...{ category: 'F60-69', state: 'finished', time: 3_000_000, place: 9, sexPlace: 3, categoryPlace: 1 },
  ...{ finishers: 35, splits: '[]', reason: '', officialAt: '2027-05-01T12:00:00.000Z', ver: 1 },
}

it('each place is called in words, as in the published list', () => {
  expect(resultFacts(RESULT)).toEqual([
    { label: 'Overall', value: '9 of 35' },
    { label: 'Female', value: '3' },
    { label: 'Female 60–69', value: '1' },
    { label: 'Pace', value: '5:00 min/km' },
  ])
})

it('who has no place has no facts', () => {
  const none = { state: 'retired', time: null, place: null, sexPlace: null, categoryPlace: null } as const
  expect(resultFacts({ ...RESULT, ...none })).toEqual([])
})
