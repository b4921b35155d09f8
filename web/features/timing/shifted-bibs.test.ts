import { expect, it } from 'vitest'
import { shiftedBibs } from './shifted-bibs.ts'
import type { Recorded } from './use-recorder.ts'

/** Crossings as they were recorded: '7' has that bib, '-' none, and 'x7' was taken back. */
function rowsOf(...bibs: string[]): Recorded[] {
  return bibs.map((text, index): Recorded => {
    const bib = text.replace('x', '')
    return {
      ...{ id: `row${index}`, kind: 'crossing', point: 'finish', how: 'bib', state: 'saved', lostBib: null },
      ...{ at: `2027-05-01T10:00:0${index}.000Z`, bib: bib === '-' ? null : bib, isUndone: text.startsWith('x') },
    }
  })
}

const shifted = (rows: Recorded[], undone: number) =>
  shiftedBibs(rows, rows[undone] as Recorded).map(({ row, bib }) => `${row.id} ${bib}`)

it('the bibs behind a doubled tap go to the next crossing each, up to the first without a bib', () => {
  expect(shifted(rowsOf('1', 'x2', '3', '4', '-', '-'), 1)).toEqual(['row2 2', 'row3 3', 'row4 4'])
  expect(shifted(rowsOf('x1', '2', '3', '-'), 0)).toEqual(['row1 1', 'row2 2', 'row3 3'])
  expect(shifted(rowsOf('1', 'x2', '-'), 1)).toEqual(['row2 2'])
})

it('no bib is moved where one would be lost, or has been moved', () => {
  expect(shifted(rowsOf('1', 'x2', '3'), 1)).toEqual([])
  expect(shifted(rowsOf('1', 'x-', '3', '-'), 1)).toEqual([])
  expect(shifted(rowsOf('1', '2', '3', '-'), 1)).toEqual([])
  expect(shifted(rowsOf('1', 'x2', '2', '3', '-'), 1)).toEqual([])
})

it('who retired, the gun and other rows that were taken back are passed over', () => {
  const rows = rowsOf('1', 'x2', 'x3', '4', '5', '-')
  Object.assign(rows[3] as Recorded, { kind: 'retired' })
  expect(shifted(rows, 1)).toEqual(['row4 2', 'row5 5'])
})
