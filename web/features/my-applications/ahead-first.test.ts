import { expect, it } from 'vitest'
import type { MyApplication } from '../../store/rows/applications.ts'
import { applicationRow, marathonRow } from '../../testing/test-account.ts'
import { aheadFirst } from './my-applications.tsx'

const NOW = Date.parse('2027-05-02T09:00:00.000Z')

function entry(id: string, startDate: string, movedTo = startDate): MyApplication {
  const view = { pending: null, error: null }
  return {
    application: { ...applicationRow(id, 'event-0001', { startDate }), ...view },
    marathon: { ...marathonRow('event-0001', { startDate: movedTo }), ...view },
  } as unknown as MyApplication
}

it('the race under way or ahead that starts soonest is first, and what is over comes last', () => {
  const entries = [
    entry('next-year', '2028-05-02T08:00:00.000Z'),
    entry('last-week', '2027-04-25T08:00:00.000Z'),
    entry('last-year', '2026-05-02T08:00:00.000Z'),
    entry('under-way', '2027-05-02T08:00:00.000Z'),
    entry('moved-here', '2029-05-02T08:00:00.000Z', '2027-05-03T08:00:00.000Z'),
  ]
  expect(aheadFirst(entries, NOW).map(({ application }) => application._id)).toEqual([
    'under-way',
    'moved-here',
    'next-year',
    'last-week',
    'last-year',
  ])
})
