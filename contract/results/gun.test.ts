import { expect, it } from 'vitest'
import { byWorth, ruledGun } from './gun.ts'
import type { Ruling } from './recording.ts'

const gun = (id: string, time: number, error: number) => ({ recording: { id }, time, error })
const ids = (guns: ReturnType<typeof gun>[], ruled: string | null) =>
  byWorth(guns, ruled).map(({ recording }) => recording.id)

it('the gun that somebody chose counts, else that with the least error, then the first', () => {
  const guns = [gun('b', 5, 40), gun('a', 9, 20), gun('d', 1, 40), gun('c', 5, 40)]
  expect(ids(guns, null)).toEqual(['a', 'd', 'b', 'c'])
  expect(ids(guns, 'c')).toEqual(['c', 'a', 'd', 'b'])
  // What was taken back is not among them.
  expect(ids(guns, 'gone')).toEqual(['a', 'd', 'b', 'c'])
  expect(ids([], 'a')).toEqual([])
})

it('the gun that was chosen last counts, in whatever order the rulings came', () => {
  const chosen = (id: string, at: number, recording: string): Ruling => ({ id, at, kind: 'gun', recording })
  const all = [chosen('r1', 1, 'a'), chosen('r3', 2, 'c'), chosen('r2', 2, 'b')]
  expect([ruledGun(all), ruledGun(all.toReversed()), ruledGun([])]).toEqual(['c', 'c', null])
})
