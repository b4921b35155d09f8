import { beforeEach, expect, it } from 'vitest'
import type { PublicPage } from '../../contract/marathon.ts'
import { publicPageRow } from '../testing/test-account.ts'
import { deviceDb } from './device-db.ts'
import { forgetPage, keepPage, MOST_CHARACTERS, MOST_PAGES, readPage } from './public-pages.ts'

beforeEach(() => deviceDb.pages.clear())

const ids = async () => (await deviceDb.pages.toCollection().primaryKeys()).sort()
const page = (id: string, other: Partial<PublicPage> = {}) => publicPageRow(id, other)

it('a page that was kept is read with the time of its saving, and a forgotten one is gone', async () => {
  await keepPage(page('event-0001', { title: 'River run' }), 7)
  expect(await readPage('event-0001')).toMatchObject({ page: { title: 'River run' }, savedAt: 7 })
  await forgetPage('event-0001')
  expect(await readPage('event-0001')).toBeNull()
})

it('keeps at most MOST_PAGES pages, and those that were seen longest ago leave', async () => {
  const all = Array.from({ length: MOST_PAGES + 2 }, (_, n) => `event-${String(n).padStart(4, '0')}`)
  for (const [n, id] of all.entries()) await keepPage(page(id), n)
  expect(await ids()).toEqual(all.slice(2))
  // Seen again, it is the newest.
  await keepPage(page('event-0002'), 100)
  await keepPage(page('event-9999'), 101)
  expect(await ids()).toEqual(['event-0002', ...all.slice(4), 'event-9999'])
})

it('keeps at most MOST_CHARACTERS, and always the page that was seen last', async () => {
  const long = 'x'.repeat(MOST_CHARACTERS / 3)
  for (const n of [1, 2, 3]) await keepPage(page(`event-000${n}`, { description: long }), n)
  expect(await ids()).toEqual(['event-0002', 'event-0003'])
  await keepPage(page('event-0004', { description: 'x'.repeat(2 * MOST_CHARACTERS) }), 4)
  expect(await ids()).toEqual(['event-0004'])
})
