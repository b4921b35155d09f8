import { expect, it } from 'vitest'
import { searchableByName } from '../../../marathon/find-entrants.ts'
import { applicationRow } from '../../../testing/test-account.ts'
import { namesakes } from './namesakes.ts'

const all = [
  ['Anna', 'Schmidt'],
  ['Anna', 'Schmitt'],
  ['José-Luis', 'O’Brien'],
  ['রহিম', 'উদ্দিন'],
  ['Ölaf', 'Ärger'],
].map(([firstName = '', lastName = ''], n) =>
  searchableByName(applicationRow(`entry-${n}`, 'event-0001', { firstName, lastName })),
)
const found = (firstName: string, lastName: string) =>
  namesakes(all, { firstName, lastName }).map((one) => `${one.firstName} ${one.lastName}`)

it.each([
  ['Anna', 'Schmidt', ['Anna Schmidt']],
  [' anna ', 'SCHMIDT', ['Anna Schmidt']],
  ['Jose Luis', 'OBrien', ['José-Luis O’Brien']],
  ['রহিম', 'উদ্দিন', ['রহিম উদ্দিন']],
  ['Olaf', 'Arger', ['Ölaf Ärger']],
  ['Ann', 'Schmidt', []],
])('finds the namesakes of %s %s as the server compares names', (firstName, lastName, names) => {
  expect(found(firstName, lastName)).toEqual(names)
})
