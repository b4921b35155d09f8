import { expect, it } from 'vitest'
import { compareBy } from './compare-by.ts'

const rows = ['b1', 'a1', 'c1', 'a2', 'b2'].map((id) => ({ id, place: id.slice(0, 1) }))
const sorted = (order?: 'asc' | 'desc') => [...rows].sort(compareBy('place', order)).map(({ id }) => id)

it('sorts by a text, either way, and leaves equal ones in their order', () => {
  expect(sorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
  expect(sorted('desc')).toEqual(['c1', 'b1', 'b2', 'a1', 'a2'])
})

it('calls equal ones equal, also where a sort asks the other way round', () => {
  const [a, b] = [{ place: 'a' }, { place: 'b' }]
  expect([compareBy('place')(a, b), compareBy('place')(b, a), compareBy('place')(a, { ...a })]).toEqual([-1, 1, 0])
  expect([compareBy('place', 'desc')(a, b), compareBy('place', 'desc')(b, a)]).toEqual([1, -1])
})
