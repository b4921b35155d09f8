import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncResponse } from '../../contract/sync.ts'
import { responseOf } from '../testing/test-account.ts'
import { PagesAhead } from './pages-ahead.ts'

/** A request on its way. The test decides when its response begins, and when it has arrived. */
interface Asked {
  cursor: string | null
  bookmark: string | undefined
  rows: number
  signal: AbortSignal
  begin: () => void
  arrive: (more?: boolean) => void
}

let asked: Asked[]
/** The phone's clock, ms. */
let clock: number
let pages: PagesAhead<SyncResponse>

beforeEach(() => {
  asked = []
  clock = 0
  pages = new PagesAhead(
    ({ cursor, bookmark }, rows, signal, onNext) =>
      new Promise<SyncResponse>((resolve) => {
        const next = `e.${Number(cursor?.slice(2) ?? 0) + 1}`
        const arrive = (more = true) => resolve(responseOf({ cursor: next, more, bookmark: `b-${next}` }))
        const begin = () => onNext({ cursor: next, bookmark: `b-${next}` })
        asked.push({ cursor, bookmark, rows, signal, begin, arrive })
      }),
    () => clock,
  )
})

const cursors = () => asked.map(({ cursor }) => cursor)
/** Lets what has arrived reach the pages. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('on a good line', () => {
  it('the next page is asked for when this one begins, and no other until this one arrives', async () => {
    const first = pages.take({ cursor: null })
    expect(cursors()).toEqual([null])
    asked[0]?.begin()
    expect(cursors()).toEqual([null, 'e.1'])
    asked[1]?.begin()
    expect(cursors()).toEqual([null, 'e.1'])
    asked[0]?.arrive()
    expect(await first).toMatchObject({ cursor: 'e.1' })
    expect(cursors()).toEqual([null, 'e.1', 'e.2'])
  })

  it('at most two pages are on their way or wait while one is written', async () => {
    const first = pages.take({ cursor: null })
    asked[0]?.begin()
    asked[0]?.arrive()
    await first
    for (const page of asked.slice(1)) {
      page.begin()
      page.arrive()
    }
    await settle()
    for (const page of asked.slice(2)) {
      page.begin()
      page.arrive()
    }
    await settle()
    expect(cursors()).toEqual([null, 'e.1', 'e.2'])
    await pages.take({ cursor: 'e.1' })
    expect(cursors()).toEqual([null, 'e.1', 'e.2', 'e.3'])
  })

  it('each page has twice the rows of the one before, up to 2,000', async () => {
    for (let n = 0; n < 4; n++) {
      const page = pages.take({ cursor: n === 0 ? null : `e.${n}` })
      asked[n]?.begin()
      asked[n]?.arrive()
      await page
    }
    expect(asked.slice(0, 5).map(({ rows }) => rows)).toEqual([500, 1000, 2000, 2000, 2000])
  })

  it('no page is asked for after the last one', async () => {
    const last = pages.take({ cursor: null })
    asked[0]?.arrive(false)
    await last
    expect(cursors()).toEqual([null])
  })
})

describe('on a weak line', () => {
  it('the next page is asked for when this one has arrived, and is small', async () => {
    const first = pages.take({ cursor: null })
    clock = 2000
    asked[0]?.begin()
    expect(cursors()).toEqual([null])
    clock = 9000
    asked[0]?.arrive()
    await first
    expect(asked.map(({ cursor, rows }) => [cursor, rows])).toEqual([
      [null, 500],
      ['e.1', 500],
    ])
    const second = pages.take({ cursor: 'e.1' })
    asked[1]?.begin()
    expect(cursors()).toEqual([null, 'e.1'])
    clock = 10_000
    asked[1]?.arrive()
    await second
    expect(cursors()).toEqual([null, 'e.1', 'e.2'])
    asked[2]?.begin()
    expect(cursors()).toEqual([null, 'e.1', 'e.2', 'e.3'])
  })
})

it('a page that took 6 to 10 seconds is followed by one with as many rows, not by a small one', async () => {
  for (const rows of [500, 1000]) {
    const page = pages.take({ cursor: rows === 500 ? null : 'e.1' })
    clock += rows === 500 ? 900 : 7000
    asked.at(-1)?.arrive()
    await page
  }
  expect(asked.map(({ rows }) => rows)).toEqual([500, 1000, 1000])
})

it('a worker that names no next page in its head is asked when a page has arrived', async () => {
  const first = pages.take({ cursor: null })
  asked[0]?.arrive()
  await first
  expect(cursors()).toEqual([null, 'e.1'])
})

it('every page is asked for with the bookmark of its cursor, from the head or the body', async () => {
  const first = pages.take({ cursor: null })
  asked[0]?.begin()
  asked[0]?.arrive()
  await first
  asked[1]?.arrive()
  await pages.take({ cursor: 'e.1' })
  expect(asked.map(({ cursor, bookmark }) => [cursor, bookmark])).toEqual([
    [null, undefined],
    ['e.1', 'b-e.1'],
    ['e.2', 'b-e.2'],
  ])
})

it('pages after another cursor are cancelled', async () => {
  const first = pages.take({ cursor: null })
  asked[0]?.begin()
  asked[0]?.arrive()
  await first
  asked[1]?.begin()
  await settle()
  void pages.take({ cursor: 'x.5' })
  expect(cursors()).toEqual([null, 'e.1', 'e.2', 'x.5'])
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true, true, false])
})

it('what was not taken is cancelled at the end, and its failure is nobody’s', async () => {
  const first = pages.take({ cursor: null })
  asked[0]?.begin()
  asked[0]?.arrive()
  await first
  pages.drop()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true])
})
