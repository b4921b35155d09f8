import { expect, it } from 'vitest'
import type { Application } from '../../../contract/application.ts'
import { findEntrants } from './find-entrants.ts'

const entrant = (firstName: string, lastName: string, phoneNumber: string, createdAt: string) =>
  ({ firstName, lastName, phoneNumber, createdAt, email: `${firstName}@example.com` }) as Application
const ada = entrant('Ada', 'Lovelace', '+44 (20) 7946', '2027-01-02')
const ben = entrant('Ben', 'Ångström', '030-12345', '2027-01-01')
const cem = entrant('cem', 'lovelace', '555 01', '2027-01-03')
const all = [ada, ben, cem]
const names = (text: string, sort: Parameters<typeof findEntrants>[2] = 'oldest') =>
  findEntrants(all, text, sort).map(({ firstName }) => firstName)

it('finds every word in any of name, email and number', () => {
  expect(names('love ADA')).toEqual(['Ada'])
  expect(names('ben@')).toEqual(['Ben'])
  expect(names('44207946')).toEqual(['Ada'])
  expect(names('42')).toEqual([])
  expect(names('nobody')).toEqual([])
})

it('sorts by time and by name, whatever the case', () => {
  expect(names('', 'newest')).toEqual(['cem', 'Ada', 'Ben'])
  expect(names('', 'lastName')).toEqual(['Ben', 'Ada', 'cem'])
  expect(names('', 'firstName')).toEqual(['Ada', 'Ben', 'cem'])
})

it('leaves the list it was given alone', () => {
  names('', 'newest')
  expect(all[0]).toBe(ada)
})
