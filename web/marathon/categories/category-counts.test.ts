import { expect, it } from 'vitest'
import { marathonRow } from '../../testing/test-account.ts'
import { categoryCounts } from './category-counts.tsx'

const ask = (id: string, kind: string) => ({ id, kind, label: '', isRequired: false, staffSees: false })
const marathon = {
  ...marathonRow('event-0001', {
    startDate: '2027-03-05T08:00:00.000Z',
    questions: JSON.stringify([ask('born01', 'birthYear'), ask('sexes1', 'sex')]),
    categories: '{"preset":"ten"}',
  }),
  pending: null,
}

it('counts each entrant once: in one category, or in none', () => {
  const entrants = [
    { 'answers.born01': '1990', 'answers.sexes1': 'M' },
    { 'answers.born01': '1955', 'answers.sexes1': 'F' },
    { 'answers.born01': '1990', 'answers.sexes1': 'M' },
    { 'answers.born01': '1990', 'answers.sexes1': 'N' },
    {},
  ]
  const counts = categoryCounts(marathon, entrants)
  expect(counts.map(({ label, count }) => `${label}: ${count}`)).toEqual([
    'Female 70–79: 1',
    'Male 30–39: 2',
    'Without a category: 2',
  ])
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(entrants.length)
})
