import { expect, it } from 'vitest'
import { reportsOf } from './reports-of.ts'

it('says up to when each phone has reported, and takes nothing that is not sent', () => {
  const row = (clock: string, at: string, other = {}) => ({
    ...{
      _id: at,
      marathonId: 'event-0001',
      kind: 'crossing',
      point: 'finish',
      how: 'tap',
      clock,
      tick: 0,
      at,
      bib: null,
    },
    ...{ accuracy: null, of: null, by: 'Tina', voidedAt: null, confirmed: true, ver: 1, pending: null },
    ...other,
  })
  const rows = [
    row('a_1', '10:00'),
    row('a_2', '10:20', { kind: 'clock', point: 'clock' }),
    row('b_1', '10:10', { by: 'Tim', point: 'start' }),
    row('b_1', '10:30', { by: 'Tim', pending: 'waiting' }),
    // A file of a watch is no phone that reports.
    row('file_1', '10:40'),
  ] as Parameters<typeof reportsOf>[0]
  expect(reportsOf(rows)).toEqual({
    reports: [
      { phone: 'b', by: 'Tim', points: ['start'], last: '10:10' },
      { phone: 'a', by: 'Tina', points: ['finish'], last: '10:20' },
    ],
    unsent: 1,
  })
})
