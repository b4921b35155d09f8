import { expect, test } from 'vitest'
import type { SyncRequest } from '../../contract/sync.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { AccountDb } from '../store/account-db.ts'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../testing/test-account.ts'
import { PassEnded, syncPass } from './sync-pass.ts'

const PAGES = 50
const PAGE_ROWS = 1000
const EVENT = 'event-of-50000'

/**
 * A server with an event of 50,000 entrants. It makes a page when it is asked for, so whoever holds all rows would be the
 * phone.
 * @param beforePage runs before each response, with the number of the page
 */
function largeServer(beforePage: (page: number) => Promise<void> = async () => undefined) {
  const asked: (string | null)[] = []
  const answer = async (_path: unknown, init?: RequestInit): Promise<Response> => {
    const { cursor } = JSON.parse(String(init?.body)) as SyncRequest
    asked.push(cursor)
    const page = cursor === null ? 0 : Number(/-9\.(\d+)$/.exec(cursor)?.[1])
    await beforePage(page)
    const applications = Array.from({ length: PAGE_ROWS }, (_, index) =>
      applicationRow(`entrant-${page * PAGE_ROWS + index}`, EVENT, { mine: false }),
    )
    const marathons = page === 0 ? [marathonRow(EVENT, { role: 'owner' })] : []
    const more = page + 1 < PAGES
    const rest = { cursor: more ? `e-9.${page + 1}` : 'e.99', more, epoch: 'e' }
    return Response.json(wireOf(responseOf({ marathons, applications, ...rest })))
  }
  return { asked, fetch: answer as typeof fetch }
}

test('a first sync of 50,000 entrants holds two pages at most, and resumes at its last page', async () => {
  const db = await emptyAccount()
  // The app is closed while a page is on its way, and another one is being written.
  const app = new AbortController()
  const first = largeServer(async (page) => {
    if (page === 20) app.abort()
  })
  await expect(syncPass(db, { fetch: first.fetch, now: () => 0, signal: app.signal })).rejects.toThrow(PassEnded)
  db.close()

  const again = new AccountDb(db.uid)
  const written = (await again.applications.count()) / PAGE_ROWS
  expect(written).toBeGreaterThanOrEqual(18)
  const { cursor, syncedAt } = (await again.sync.get('sync')) ?? {}
  expect([cursor, syncedAt]).toEqual([`e-9.${written}`, null])
  const held: number[] = []
  const second = largeServer(async (page) => {
    held.push(page + 1 - (await again.applications.count()) / PAGE_ROWS)
  })
  expect(await syncPass(again, { fetch: second.fetch, now: () => 0 })).toBe('done')
  expect(second.asked[0]).toBe(cursor)
  expect(second.asked).toHaveLength(PAGES - written)
  // One page is being written, and the next one is on its way.
  expect(Math.max(...held)).toBe(2)
  expect(await again.applications.count()).toBe(PAGES * PAGE_ROWS)
  await again.delete()
}, 120_000)
