import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNextRace } from '../../shell/bars/use-next-race.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import type { Account } from '../account-context.tsx'
import { FIRST_SYNC } from '../account-db.ts'
import { isStaffAt, useRaces } from './races.ts'

const author = { name: 'Ada', email: 'ada@example.com' }
const NOW = Date.parse('2027-03-01T12:00:00.000Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(NOW + days * DAY_MS).toISOString()
let account: Account

beforeEach(async () => {
  account = { db: await emptyAccount(), author }
})
afterEach(() => {
  vi.restoreAllMocks()
})

const hold = (id: string, startDate: string) =>
  account.db.marathons.put({ ...marathonRow(id, { startDate, role: 'owner', timeZone: 'Asia/Tokyo' }), own: 1, gen: 0 })
const enter = (id: string, marathonId: string, startDate: string) =>
  account.db.applications.put({ ...applicationRow(id, marathonId, { startDate, location: 'Hamburg' }), own: 1, gen: 0 })

describe('one’s races', () => {
  it('are told soonest first, those that one holds, runs in or helps at', async () => {
    await hold('event-late', inDays(9))
    await hold('event-soon', inDays(2))
    // The event has moved since these two of a family have applied.
    await enter('entry-0001', 'event-late', inDays(3))
    await enter('entry-0003', 'event-late', inDays(3))
    await enter('entry-0002', 'event-gone', inDays(5))
    await account.db.marathons.put({ ...marathonRow('event-other', { role: null }), own: 0, gen: 0 })
    const moved = { startDate: inDays(8), role: null }
    await account.db.marathons.put({ ...marathonRow('event-ran', moved), own: 0, gen: 0 })
    await enter('entry-0004', 'event-ran', inDays(3))
    const helped = marathonRow('event-help', { startDate: inDays(7), role: 'gate' })
    await account.db.marathons.put({ ...helped, own: 0, gen: 0 })
    const page = renderHook(useRaces, account)
    await until(() =>
      expect(
        page
          .value()
          ?.map(({ marathonId, applications, marathon }) => [marathonId, applications.length, marathon !== null]),
      ).toEqual([
        ['event-soon', 0, true],
        ['event-gone', 1, false],
        ['event-help', 0, true],
        ['event-ran', 1, true],
        ['event-late', 2, true],
      ]),
    )
    expect(page.value()?.map(isStaffAt)).toEqual([true, false, true, false, true])
    const [soon, gone] = page.value() ?? []
    const own = { title: 'Harbour Ten', startDate: inDays(2), timeZone: 'Asia/Tokyo', location: 'Hamburg' }
    expect(soon).toMatchObject(own)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(gone).toMatchObject({ title: 'Harbour Ten', startDate: inDays(5), timeZone, location: 'Hamburg' })
    page.leave()
  })

  it('say why one is cancelled, and nothing of one that takes place', async () => {
    await hold('event-late', inDays(9))
    await hold('event-soon', inDays(2))
    await account.db.marathons.update('event-soon', { cancelled: 'storm' })
    const page = renderHook(useRaces, account)
    await until(() => expect(page.value()?.map(({ cancelled }) => cancelled)).toEqual(['storm', null]))
    page.leave()
  })

  it('are none for a visitor, and never those of the account before', async () => {
    await hold('event-soon', inDays(2))
    const seen: (number | undefined)[] = []
    const page = renderHook(() => {
      const races = useRaces()
      seen.push(races?.length)
      return races
    }, account)
    await until(() => expect(page.value()).toHaveLength(1))
    seen.length = 0
    page.as(null)
    await until(() => expect(page.value()).toEqual([]))
    expect(seen).not.toContain(1)
    page.leave()
  })
})

describe('the next race', () => {
  it('is by the server’s clock, and of an event that is here', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW)
    await enter('entry-0002', 'event-gone', inDays(1))
    await hold('event-0002', inDays(2))
    await hold('event-0005', inDays(5))
    const page = renderHook(useNextRace, account)
    await until(() => expect(page.value()?.marathonId).toBe('event-0002'))
    await account.db.sync.put({ ...FIRST_SYNC, serverOffsetMs: 4 * DAY_MS })
    await until(() => expect(page.value()?.marathonId).toBe('event-0005'))
    await account.db.marathons.clear()
    await until(() => expect(page.value()).toBeNull())
    page.leave()
  })

  it('is none for a visitor', async () => {
    const page = renderHook(useNextRace)
    await until(() => expect(page.value()).toBeNull())
    await hold('event-0002', new Date(Date.now() + DAY_MS).toISOString())
    page.as(account)
    await until(() => expect(page.value()?.marathonId).toBe('event-0002'))
    page.leave()
  })
})
