import { expect, it } from 'vitest'
import type { Results } from '../../../../contract/results/results.ts'
import { raceNumbers } from './race-numbers.ts'

const MINUTE = 60_000
/** In Kathmandu the hour begins at a quarter past of UTC. */
const GUN = Date.parse('2027-06-01T02:00:00.000Z')

function list(of: readonly (number | Results['rows'][number]['state'])[], gun: number | null = GUN): Results {
  const rows = of.map((one, index) => ({
    ...{ entry: `entry-${index}`, bib: `${index}`, place: null, splits: [], reason: '', recordings: [] },
    state: typeof one === 'number' ? ('finished' as const) : one,
    time: typeof one === 'number' ? one * MINUTE : null,
  }))
  return { rows, gun, doubts: [], counts: { missed: 0 } }
}

it('each entry is counted once, and who was under way has started', () => {
  const numbers = raceNumbers(
    list([30, 40, 'retired', 'disqualified', 'started', 'started', 'notStarted', 'registered']),
    'UTC',
  )
  expect(numbers).toMatchObject({
    ...{ started: 6, finished: 2, retired: 1, disqualified: 1, out: 2, notStarted: 1, unknown: 1 },
  })
})

it('the middle time is that of the middle runner, or between the two of them', () => {
  expect(raceNumbers(list([50, 30, 32]), 'UTC').times).toEqual({
    ...{ fastest: 30 * MINUTE, middle: 32 * MINUTE, last: 50 * MINUTE },
  })
  expect(raceNumbers(list([30, 40]), 'UTC').times?.middle).toBe(35 * MINUTE)
  expect(raceNumbers(list(['started']), 'UTC').times).toBeNull()
})

it('finishers are counted by the hours at the place, also those in which nobody came', () => {
  const hours = (timeZone: string) =>
    raceNumbers(list([10, 14, 16, 200]), timeZone).hours.map(({ from, count }) => [new Date(from).toISOString(), count])
  expect(hours('UTC')).toEqual([
    ['2027-06-01T02:00:00.000Z', 3],
    ['2027-06-01T03:00:00.000Z', 0],
    ['2027-06-01T04:00:00.000Z', 0],
    ['2027-06-01T05:00:00.000Z', 1],
  ])
  expect(hours('Asia/Kathmandu')).toEqual([
    ['2027-06-01T01:15:00.000Z', 2],
    ['2027-06-01T02:15:00.000Z', 1],
    ['2027-06-01T03:15:00.000Z', 0],
    ['2027-06-01T04:15:00.000Z', 0],
    ['2027-06-01T05:15:00.000Z', 1],
  ])
  expect(raceNumbers(list([10], null), 'UTC').hours).toEqual([])
})
