import { expect, it } from 'vitest'
import { Touches } from './touches.ts'

/** How many of these touches count: when they begin, and where. */
function counted(...touches: [tick: number, x: number][]): number {
  const known = new Touches()
  return touches.filter(([tick, x]) => known.isNew({ tick, x, y: 300 })).length
}

it('double touches within 150 ms are one, at the same place or with the next finger', () => {
  expect(counted([0, 200], [40, 200])).toBe(1)
  expect(counted([0, 200], [149, 290])).toBe(1)
  expect(counted([0, 200], [30, 210], [60, 190], [149, 200])).toBe(1)
  expect(counted([0, 200], [150, 200])).toBe(2)
})

it('two thumbs count ten runners a second, and an echo of each is none', () => {
  const thumbs = Array.from({ length: 600 }, (_, n): [number, number] => [n * 100, n % 2 === 0 ? 80 : 310])
  expect(counted(...thumbs)).toBe(600)
  expect(
    counted(
      ...thumbs.flatMap(([tick, x]): [number, number][] => [
        [tick, x],
        [tick + 45, x + 20],
      ]),
    ),
  ).toBe(600)
})
