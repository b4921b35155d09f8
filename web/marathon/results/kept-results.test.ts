import { beforeEach, expect, it } from 'vitest'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { deviceDb } from '../../store/device-db.ts'
import { forgetResults, keepResults, MOST_LISTS, MOST_ROWS, readResults } from './kept-results.ts'

beforeEach(() => deviceDb.results.clear())

const ids = async () => (await deviceDb.results.toCollection().primaryKeys()).sort()
/** A list of so many rows. */
const list = (count = 0) => ({ stamp: '1', rows: Array.from({ length: count }, () => ({})) }) as unknown as PublicList

it('a list that was kept is read with the time of its saving, and a forgotten one is gone', async () => {
  await keepResults('event-0001', list(1), 7)
  expect(await readResults('event-0001')).toMatchObject({ list: { rows: [{}] }, savedAt: 7 })
  await keepResults('event-0001', list(2), 8)
  expect(await readResults('event-0001')).toMatchObject({ list: { rows: [{}, {}] }, savedAt: 8 })
  await forgetResults('event-0001')
  expect(await readResults('event-0001')).toBeNull()
})

it('keeps at most MOST_LISTS lists, and those that were seen longest ago leave', async () => {
  const all = Array.from({ length: MOST_LISTS + 2 }, (_, n) => `event-${String(n).padStart(4, '0')}`)
  for (const [n, id] of all.entries()) await keepResults(id, list(), n)
  expect(await ids()).toEqual(all.slice(2))
  await keepResults('event-0002', list(), 100)
  await keepResults('event-9999', list(), 101)
  expect(await ids()).toEqual(['event-0002', ...all.slice(4), 'event-9999'])
})

it('keeps at most MOST_ROWS rows, and always the list that was seen last', async () => {
  for (const n of [1, 2, 3]) await keepResults(`event-000${n}`, list(MOST_ROWS / 2), n)
  expect(await ids()).toEqual(['event-0002', 'event-0003'])
  await keepResults('event-0004', list(MOST_ROWS + 1), 4)
  expect(await ids()).toEqual(['event-0004'])
})
