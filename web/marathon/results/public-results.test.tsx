import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { deviceDb } from '../../store/device-db.ts'
import { queryClient } from '../../store/query-client.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { keepResults, readResults } from './kept-results.ts'
import { usePublicResults } from './public-results.ts'

const network = vi.fn<typeof fetch>()
let id = ''
let made = 0

beforeEach(async () => {
  made += 1
  id = `event-${String(made).padStart(4, '0')}`
  await deviceDb.results.clear()
  network.mockReset()
  vi.stubGlobal('fetch', network)
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const list = (stamp: string, other: Partial<PublicList> = {}): PublicList => ({
  marathon: { title: 'Run', location: 'Kiel', startDate: '2027-03-05T08:00:00.000Z', timeZone: 'UTC', distance: '10k' },
  ...{ stamp, state: 'official', at: '2027-03-05T09:00:00.000Z', gun: null, rows: [], left: 0 },
  ...{ corrections: [], leftCorrections: 0, ...other },
})
const asked = () => network.mock.calls.map(([path]) => String(path).split('/').at(-1))
const open = () => renderHook(() => usePublicResults(id))
const NOT_FOUND = () =>
  Response.json({ code: 'NOT_FOUND' }, { status: 404, headers: { 'Content-Type': 'application/problem+json' } })
const json = (body: unknown, status = 200) => Response.json(body, { status })

it('keeps what the server says, and asks next time whether it is still the same', async () => {
  network.mockImplementation(async () => json(list('1')))
  const first = open()
  await until(() => expect(first.value().shown).toMatchObject({ state: 'here', list: { stamp: '1' }, savedAt: null }))
  await until(async () => expect((await readResults(id))?.list.stamp).toBe('1'))
  network.mockImplementation(async () => json({ unchanged: true }))
  first.value().reach(7)
  await until(() => expect(asked()).toEqual(['list', 'list?stamp=1&toldSeq=7']))
  await until(() => expect(first.value().shown).toMatchObject({ state: 'here', list: { stamp: '1' } }))
  first.leave()
})

it('shows this phone’s copy and its age where nothing answers, and says so where there is none', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  const without = open()
  await until(() => expect(without.value().shown.state).toBe('failed'))
  network.mockImplementation(async () => NOT_FOUND())
  const { shown } = without.value()
  if ('retry' in shown) shown.retry()
  await until(() => expect(without.value().shown.state).toBe('missing'))
  without.leave()
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  queryClient.clear()
  await keepResults(id, list('1'), 7)
  const kept = open()
  await until(() => expect(kept.value().shown).toMatchObject({ state: 'here', savedAt: 7, problem: 'failed' }))
  kept.leave()
})

it('asks again where no list is shown yet, until there is one', async () => {
  network.mockImplementation(async () => NOT_FOUND())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const screen = open()
  await until(() => expect(screen.value().shown.state).toBe('missing'))
  network.mockImplementation(async () => json(list('1')))
  vi.advanceTimersByTime(15_000)
  await until(() => expect(screen.value().shown.state).toBe('here'))
  screen.leave()
})

it('keeps the list of an open screen where a later request fails, with the time of its saving', async () => {
  network.mockImplementation(async () => json(list('1')))
  const screen = open()
  await until(() => expect(screen.value().shown.state).toBe('here'))
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  screen.value().reach(7)
  await until(() =>
    expect(screen.value().shown).toMatchObject({ state: 'here', savedAt: expect.any(Number), problem: 'failed' }),
  )
  screen.leave()
})

it('INV-38 a copy of a live list loses a hidden name at once; for new times alone it rests', async () => {
  const row = { bib: '7', name: 'Ada Lauf', sex: '', category: '', state: 'started', time: null, place: null } as const
  const rows = (name: string) => [{ ...row, name, sexPlace: null, categoryPlace: null, gap: null, splits: [] }]
  const answer = (stamp: string, name: string) =>
    network.mockImplementation(async () => json(list(stamp, { state: 'live', rows: rows(name) })))
  answer('1', 'Ada Lauf')
  const screen = open()
  await until(async () => expect((await readResults(id))?.list.stamp).toBe('1'))
  const read = async (stamp: string, seq: number) => {
    screen.value().reach(seq)
    await until(() => expect(screen.value().shown).toMatchObject({ list: { stamp } }))
  }
  answer('2', 'Ada Lauf')
  await read('2', 2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await readResults(id))?.list.stamp).toBe('1')
  answer('3', '')
  await read('3', 3)
  await until(async () => expect((await readResults(id))?.list.rows[0]?.name).toBe(''))
  screen.leave()
})

it('forgets a list that is shown no more', async () => {
  await keepResults(id, list('1'), 7)
  network.mockImplementation(async () => NOT_FOUND())
  const screen = open()
  await until(() => expect(screen.value().shown.state).toBe('missing'))
  await until(async () => expect(await readResults(id)).toBeNull())
  screen.leave()
})

it('asks once more for what is told while it asks, and gives no request up', async () => {
  const second = Promise.withResolvers<Response>()
  network
    .mockImplementationOnce(async () => json(list('1')))
    .mockImplementationOnce(() => second.promise)
    .mockImplementation(async () => json(list('3')))
  const account = { db: await emptyAccount(), author: { name: 'Ravi', email: 'ravi@example.com' } }
  const screen = renderHook(() => usePublicResults(id), account)
  await until(() => expect(screen.value().shown.state).toBe('here'))
  screen.value().reach(4)
  await until(() => expect(asked()).toEqual(['list', 'list?stamp=1&toldSeq=4']))
  for (const seq of [5, 9, 7]) {
    screen.value().reach(seq)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(asked()).toHaveLength(2)
  second.resolve(json(list('2')))
  await until(() => expect(asked().slice(2)).toEqual(['list?stamp=2&toldSeq=9']))
  await until(() => expect(screen.value().shown).toMatchObject({ list: { stamp: '3' } }))
  screen.value().reach(9)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked()).toHaveLength(3)
  screen.leave()
})
