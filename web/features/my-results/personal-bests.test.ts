import { expect, it } from 'vitest'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { personalBests, resultsOf, runnersOf, timesAt } from './personal-bests.ts'

let made = 0
const result = (
  distance: OwnResult['distance'],
  day: string,
  time: number | null,
  other: Partial<OwnResult> = {},
): OwnResult => {
  made += 1
  return {
    ...{
      _id: `entry-${made}`,
      marathonId: 'event-0001',
      title: day,
      startDate: `${day}T08:00:00.000Z`,
      timeZone: 'UTC',
    },
    ...{ distance, bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', state: 'finished', time },
    ...{ place: 1, sexPlace: null, categoryPlace: null, finishers: 9, splits: '[]', reason: '' },
    ...{ officialAt: `${day}T12:00:00.000Z`, ver: 1 },
    ...other,
  }
}
const titles = (results: OwnResult[]) => results.map(({ title }) => title)

it('the best of a distance is the fastest finish, and of equal times the earlier', () => {
  const all = [
    result('10k', '2027-05-01', 2_400_000),
    result('10k', '2026-05-01', 2_400_000),
    result('10k', '2025-05-01', 2_500_000),
    result('10k', '2024-05-01', 1_000, { state: 'disqualified' }),
    result('5k', '2023-05-01', null, { state: 'retired' }),
    result('3k', '2022-05-01', 700_000),
  ]
  expect(titles(personalBests(all))).toEqual(['2022-05-01', '2026-05-01'])
  expect(titles(timesAt(all, '10k'))).toEqual(['2025-05-01', '2026-05-01', '2027-05-01'])
  expect(timesAt(all, '25k')).toEqual([])
})

it('people who share an account have results of their own, however their names are written', () => {
  const all = [
    result('5k', '2027-05-01', 1, { name: 'Ben Lauf' }),
    result('5k', '2026-05-01', 2, { name: 'Ada LAUF' }),
    result('5k', '2025-05-01', 3),
  ]
  expect(runnersOf(all)).toEqual(['Ben Lauf', 'Ada LAUF'])
  expect(titles(resultsOf(all, 'ada lauf'))).toEqual(['2026-05-01', '2025-05-01'])
})
