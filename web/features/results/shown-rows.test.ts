import { expect, it } from 'vitest'
import { ENTRY_STATES } from '../../../contract/results/recording.ts'
import { countParts, isShown, type ResultRow, type Shown } from './shown-rows.ts'

const rowOf = (state: ResultRow['state']) => ({ state }) as ResultRow

it('each part counts the rows that it shows, and each row is in one part', () => {
  const rows = ENTRY_STATES.flatMap((state, index) => Array.from({ length: 1 << index }, () => rowOf(state)))
  const parts = countParts(rows)
  expect(parts).toEqual({ finished: 4, out: 2, notStarted: 1 + 16, retired: 8 + 32 })
  const shown = (part: Shown) => rows.filter((row) => isShown(row, part)).length
  for (const [part, count] of Object.entries(parts)) expect(shown(part as Shown)).toBe(count)
  expect(Object.values(parts).reduce((sum, count) => sum + count)).toBe(rows.length)
})

it('a part without rows has none', () => {
  expect(countParts([])).toEqual({ finished: 0, out: 0, notStarted: 0, retired: 0 })
})
