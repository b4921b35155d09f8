import { expect, it } from 'vitest'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { newResult, resultWords } from './own-result.tsx'

const DAY_MS = 86_400_000
const NOW = Date.parse('2027-05-10T12:00:00.000Z')
const result = (officialDaysAgo: number, other: Partial<OwnResult> = {}): OwnResult => ({
  ...{
    _id: `entry-${officialDaysAgo}`,
    marathonId: 'event-0001',
    title: 'Harbour Ten',
    timeZone: 'UTC',
    distance: '10k',
  },
  ...{ startDate: '2027-05-01T08:00:00.000Z', bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '' },
  ...{ state: 'finished', time: 1_800_000, place: 1, sexPlace: null, categoryPlace: null, finishers: 1, splits: '[]' },
  ...{ reason: '', officialAt: new Date(NOW - officialDaysAgo * DAY_MS).toISOString(), ver: 1 },
  ...other,
})

it('of several new results the one that became official last is told, and none after a week', () => {
  expect(newResult([result(6), result(2), result(3)], NOW)?._id).toBe('entry-2')
  expect(newResult([result(8)], NOW)).toBeUndefined()
  expect(newResult([], NOW)).toBeUndefined()
})

it('a result is its time, or the reason why there is none', () => {
  const states = ['finished', 'retired', 'disqualified', 'notStarted', 'started'] as const
  expect(states.map((state) => resultWords(result(1, { state, time: 1_830_450 })))).toEqual([
    '0:30:30.5',
    'Retired',
    'Disqualified',
    'Did not start',
    'Did not finish',
  ])
})
