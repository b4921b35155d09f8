import { expect, it } from 'vitest'
import type { ApplicationView } from '../../store/overlay.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { ENTRANT_SORTS, type EntrantSort, sortEntrants } from './shown-entrants.ts'
import { sortedAfter } from './sorted-entrants.ts'

const NAMES = ['Ana', 'ben', 'Cem', 'Åsa', 'Émile']
const sorts = Object.keys(ENTRANT_SORTS) as EntrantSort[]

/** An entrant whose names, time and bib are shared by others. */
function entrant(index: number, bib: string | null = index % 3 ? String(index % 40) : null): ApplicationView {
  const [firstName = '', lastName = ''] = [NAMES[index % 5], NAMES[(index * 7) % 4]]
  const createdAt = new Date(1_790_000_000_000 + Math.floor(index / 4) * 1000).toISOString()
  const id = `entry-${String(index).padStart(4, '0')}`
  return { ...applicationRow(id, 'event-0001', { firstName, lastName, createdAt, bib }), pending: null }
}

const all = Array.from({ length: 300 }, (_, index) => entrant(index))
const changes: [string, ApplicationView[]][] = [
  ['nothing', all],
  ['a new bib', all.map((one, index) => (index === 120 ? entrant(120, '7') : one))],
  ['a name', all.map((one, index) => (index === 40 ? { ...one, firstName: 'Zoe' } : one))],
  ['new ones at the end', [...all, entrant(300), entrant(301)]],
  ['one left', all.filter((_, index) => index !== 77)],
  ['the first and the last left', all.slice(1, -1)],
  ['nearly all', all.map((_, index) => entrant(index, String(300 - index)))],
  ['nobody is left', []],
]

it.each(changes)('is the order that sorting all of them gives, after a change: %s', (_name, next) => {
  for (const sort of sorts) {
    const before = { entrants: all, sort, sorted: sortEntrants(all, sort) }
    const sorted = sortedAfter(before, next, sort)
    expect(sorted.map(({ _id }) => _id)).toEqual(sortEntrants(next, sort).map(({ _id }) => _id))
    expect(new Set(sorted)).toEqual(new Set(next))
  }
})

it('is sorted anew where the order is another one', () => {
  const before = { entrants: all, sort: 'oldest' as const, sorted: sortEntrants(all, 'oldest') }
  expect(sortedAfter(before, all, 'bib')).toEqual(sortEntrants(all, 'bib'))
})

it('looks at the names of a few entrants where one of 5,000 changed', () => {
  let looks = 0
  const watched = Array.from({ length: 5000 }, (_, index) => {
    const one = entrant(index)
    const { lastName } = one
    return Object.defineProperty(one, 'lastName', {
      enumerable: true,
      get: () => {
        looks += 1
        return lastName
      },
    })
  })
  const before = { entrants: watched, sort: 'lastName' as const, sorted: sortEntrants(watched, 'lastName') }
  looks = 0
  const next = watched.map((one, index) => (index === 2500 ? entrant(2500, 'new') : one))
  expect(sortedAfter(before, next, 'lastName')).toHaveLength(5000)
  expect(looks).toBeLessThan(50)
})
