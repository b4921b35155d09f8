import { expect, it } from 'vitest'
import { applicationsByDay } from './applications-by-day.ts'

const days = (timeZone: string, ...instants: string[]) =>
  applicationsByDay(
    instants.map((createdAt) => ({ createdAt })),
    timeZone,
  ).map(({ day, count }) => `${day} ${count}`)

it('counts the applications of each day in the marathon’s zone, days without any too', () => {
  const instants = ['2027-03-27T22:59:59.999Z', '2027-03-27T23:00:00.000Z', '2027-03-30T05:00:00.000Z']
  expect(days('Europe/Berlin', ...instants)).toEqual(['2027-03-27 1', '2027-03-28 1', '2027-03-29 0', '2027-03-30 1'])
  expect(days('UTC', ...instants)).toEqual(['2027-03-27 2', '2027-03-28 0', '2027-03-29 0', '2027-03-30 1'])
  expect(days('UTC')).toEqual([])
})
