import { expect, it } from 'vitest'
import { writtenMessage } from './notice-list.tsx'

const at = '2027-06-01T06:00:00.000Z'

it('says when a notice was written, and by whom', () => {
  expect(writtenMessage({ at, by: 'Olivia' })).toMatch(/^Written Jun 1, 2027, \d\d:00 by Olivia$/)
  expect(writtenMessage({ at, by: '' })).toMatch(/^Automatic, Jun 1, 2027, \d\d:00$/)
})

it('says since when this phone has it, if it came late', () => {
  const since = (arrivedAt: string) => writtenMessage({ at, by: 'Olivia', arrivedAt }).split('. ')[1]
  expect(since('2027-06-01T06:02:59.000Z')).toBeUndefined()
  expect(since('2027-06-01T06:50:00.000Z')).toMatch(/^Here since \d\d:50$/)
  expect(since('2027-06-03T06:50:00.000Z')).toMatch(/^Here since Jun 3, 2027, \d\d:50$/)
})
