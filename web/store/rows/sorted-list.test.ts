import { expect, it } from 'vitest'
import { replaceSorted } from './sorted-list.ts'

const row = (place: number, name: string) => ({ place, name })
const compare = (a: { place: number }, b: { place: number }) => a.place - b.place

it('puts a row after those that are equal, whether it adds a few or many', () => {
  const [ada, bo, cy, di] = [row(1, 'Ada'), row(2, 'Bo'), row(3, 'Cy'), row(2, 'Di')]
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  expect(names(replaceSorted([ada, bo, cy], new Set(), [di], compare))).toEqual(['Ada', 'Bo', 'Di', 'Cy'])
  expect(names(replaceSorted([bo], new Set(), [cy, di, ada], compare))).toEqual(['Ada', 'Bo', 'Di', 'Cy'])
  expect(names(replaceSorted([ada, bo, cy], new Set([bo]), [di], compare))).toEqual(['Ada', 'Di', 'Cy'])
})
