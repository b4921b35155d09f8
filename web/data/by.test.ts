import { expect, it } from 'vitest'
import { by } from './by.ts'

const rows = ['b1', 'a1', 'c1', 'a2', 'b2'].map((id) => ({ id, place: id.slice(0, 1) }))
const sorted = (order?: 'asc' | 'desc') => [...rows].sort(by('place', order)).map(({ id }) => id)

it('sorts by a text, either way, and leaves equal ones in their order', () => {
  expect(sorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
  expect(sorted('desc')).toEqual(['c1', 'b1', 'b2', 'a1', 'a2'])
})

it('calls equal ones equal, also where a sort asks the other way round', () => {
  const [a, b] = [{ place: 'a' }, { place: 'b' }]
  expect([by('place')(a, b), by('place')(b, a), by('place')(a, { ...a })]).toEqual([-1, 1, 0])
  expect([by('place', 'desc')(a, b), by('place', 'desc')(b, a)]).toEqual([1, -1])
})
