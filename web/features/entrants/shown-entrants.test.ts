import { expect, it } from 'vitest'
import type { Application } from '../../../contract/application.ts'
import { findEntrants, searchable } from '../../marathon/find-entrants.ts'
import type { Here } from '../../store/rows/here.ts'
import { checkInRow, codeOf } from '../../testing/test-account.ts'
import { type EntrantFilter, type EntrantSort, passes, sortEntrants } from './shown-entrants.ts'

const entrant = (firstName: string, lastName: string, phoneNumber: string, createdAt: string, other = {}) =>
  ({ firstName, lastName, phoneNumber, createdAt, email: `${firstName}@example.com`, ...other }) as Application
const ada = entrant('Ada', 'Lovelace', '+44 (20) 7946', '2027-01-02', { bib: '12', status: 'registered' })
const ben = entrant('Ben', 'Ångström', '030-12345', '2027-01-01', { bib: null, status: 'waiting' })
const cem = entrant('cem', 'lovelace', '555 01', '2027-01-03', { bib: null, status: 'registered' })
const all = [ada, ben, cem]
const names = (text: string, sort: EntrantSort = 'oldest', filter: EntrantFilter = 'all') =>
  findEntrants(searchable(sortEntrants(all, sort)), text, (one) => passes(one, filter)).map(
    ({ firstName }) => firstName,
  )

it('finds every word in any of name, email, number and bib', () => {
  expect(names('love ADA')).toEqual(['Ada'])
  expect(names('ben@')).toEqual(['Ben'])
  expect(names('44207946')).toEqual(['Ada'])
  expect(names('42')).toEqual([])
  expect(names('nobody')).toEqual([])
})

it('finds a name without its accents, and with them', () => {
  for (const text of ['angstrom', 'Ångström', 'ANGSTRÖM ben', 'A\u030angstro\u0308m'])
    expect(names(text)).toEqual(['Ben'])
})

it.each([
  ["O'Brien", 'O’Brien'],
  ['obrien', 'O’Brien'],
  ['D’Angelo', "D'Angelo"],
  ['Mueller', 'Müller'],
  ['Müller', 'Mueller'],
  ['watson-parker', 'Watson–Parker'],
  ['Parker Watson', 'Watson–Parker'],
  ['مصطفي', 'مصطفى'],
  ['علی', 'علي'],
  ['کریم', 'كريم'],
  ['محمد', 'محمـد'],
])('%s finds %s', (typed, lastName) => {
  const one = entrant('Siobhán', lastName, '12345', '2027-01-01')
  expect(findEntrants(searchable([one, ada]), typed, () => true)).toEqual([one])
})

it('finds a telephone number as it is pasted', () => {
  expect(names('\u202d030–12345\u202c')).toEqual(['Ben'])
  expect(names('٠٣٠١٢٣٤٥')).toEqual(['Ben'])
})

it('puts the entrant with this very bib first', () => {
  expect(names('12')).toEqual(['Ada', 'Ben'])
  expect(names('12', 'firstName')).toEqual(['Ada', 'Ben'])
  expect(names('1')).toEqual(['Ben', 'Ada', 'cem'])
})

it('shows the registered, those on the waiting list, and the registered without a bib', () => {
  expect(names('', 'oldest', 'registered')).toEqual(['Ada', 'cem'])
  expect(names('', 'oldest', 'waiting')).toEqual(['Ben'])
  expect(names('', 'oldest', 'noBib')).toEqual(['cem'])
  expect(names('ada', 'oldest', 'waiting')).toEqual([])
})

it('shows who is here, who has a place and is not here, and who is in the ballot', () => {
  const entered = entrant('Eva', 'E', '', '', { _id: 'eva', status: 'entered' })
  const some = [{ ...ada, _id: 'ada' }, { ...ben, _id: 'ben' }, { ...cem, _id: 'cem' }, entered]
  const shown = (filter: EntrantFilter, here?: Here) =>
    some.filter((one) => passes(one, filter, here)).map(({ firstName }) => firstName)
  const here: Here = new Map([['ada', { ...checkInRow('scan-0001', 'event-0001', 'ada'), pending: null }]])
  expect(shown('here', here)).toEqual(['Ada'])
  expect(shown('notHere', here)).toEqual(['cem'])
  expect(shown('ballot')).toEqual(['Eva'])
  // Until the check-ins are read, nothing is said of anybody.
  expect([...shown('here'), ...shown('notHere')]).toEqual([])
})

it('sorts by time and by name, whatever the case', () => {
  expect(names('', 'newest')).toEqual(['cem', 'Ada', 'Ben'])
  expect(names('', 'lastName')).toEqual(['Ben', 'Ada', 'cem'])
  expect(names('', 'firstName')).toEqual(['Ada', 'Ben', 'cem'])
})

it('sorts bibs as numbers, and those without one last', () => {
  const bibs = [...all, entrant('Dan', 'D', '', '', { bib: '9' }), entrant('Eva', 'E', '', '', { bib: 'A1' })]
  expect(sortEntrants(bibs, 'bib').map(({ firstName }) => firstName)).toEqual(['Dan', 'Ada', 'Eva', 'Ben', 'cem'])
})

it('sorts bibs as numbers, whatever zeros and signs are before them', () => {
  const bibs = ['A10', '010', '#9', 'A2', '7', '008'].map((bib) => entrant(bib, 'Olm', '', '', { bib }))
  expect(sortEntrants(bibs, 'bib').map(({ bib }) => bib)).toEqual(['7', '008', '#9', '010', 'A2', 'A10'])
})

it('finds an entry by its code, as people type it', () => {
  const coded = all.map((one, n) => ({ ...one, code: codeOf(`entry-${n}`) }))
  const found = (text: string) => findEntrants(searchable(coded), text, () => true).map(({ firstName }) => firstName)
  expect(found(codeOf('entry-1').toLowerCase().replace(/^..../, '$&-'))).toEqual(['Ben'])
  expect(found(codeOf('entry-9'))).toEqual([])
})

it('leaves the list it was given alone', () => {
  names('', 'newest')
  expect(all[0]).toBe(ada)
})
