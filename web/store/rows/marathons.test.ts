import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarathonFields } from '../../../contract/marathon.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { AccountDb, accountDbName, FIRST_SYNC, type MarathonRecord } from '../account-db.ts'
import { readUnsent } from '../unsent.ts'
import {
  createMarathon,
  deleteMarathon,
  readMarathon,
  readMarathons,
  updateMarathon,
  useMarathon,
  useMarathonCount,
  useMarathons,
} from './marathons.ts'

const author = { name: 'Olivia', email: 'olivia@example.com' }
const fields: MarathonFields = {
  title: 'Harbour Ten',
  location: 'Hamburg',
  description: 'Flat.',
  image: 'https://example.com/a.jpg',
  distance: '10k',
  regStart: '2020-01-01T00:00:00.000Z',
  regEnd: '2090-01-01T00:00:00.000Z',
  startDate: '2090-02-01T08:00:00.000Z',
  timeZone: 'Europe/Berlin',
  capacity: null,
  registration: 'first-come',
  perAccount: 10,
  handOverUntil: null,
  deferTo: null,
  questions: '',
  staffFields: '',
  categories: '',
  splits: '',
  organisedBy: '',
  imageSize: '',
}

/** The n-th of a series of synced marathons. Later ones are newer. */
function synced(n: number, other: Partial<MarathonRecord> = {}): MarathonRecord {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  const server = {
    name: 'Somebody',
    email: 's@example.com',
    createdAt,
    regCount: n,
    waitingCount: 0,
    enteredCount: 0,
    commitment: null,
    seed: null,
    results: '' as const,
    previousStart: null,
    hiddenAt: null,
    cancelled: null,
    ver: 1,
  }
  return {
    ...fields,
    ...server,
    _id: `event-${String(n).padStart(5, '0')}`,
    role: null,
    own: 0,
    gen: 0,
    ...other,
  }
}

let db: AccountDb

beforeEach(() => {
  db = new AccountDb('olivia')
})

afterEach(async () => {
  db.close()
  await Dexie.delete(accountDbName('olivia'))
})

describe('readMarathons', () => {
  it('shows the newest first, at most as many as asked, and says that there are more', async () => {
    await db.marathons.bulkPut([1, 2, 3, 4].map((n) => synced(n)))
    const page = await readMarathons(db, author, { sort: 'desc', limit: 2 })
    expect(page.rows.map((row) => row.regCount)).toEqual([4, 3])
    expect(page.hasMore).toBe(true)
    const oldest = await readMarathons(db, author, { sort: 'asc', limit: 4 })
    expect(oldest.rows.map((row) => row.regCount)).toEqual([1, 2, 3, 4])
    expect(oldest.hasMore).toBe(false)
  })

  it('shows an event that was made on a phone that has none yet', async () => {
    await createMarathon(db, fields)
    const { rows } = await readMarathons(db, author, { sort: 'desc', limit: 10 })
    expect(rows.map(({ title, pending }) => [title, pending])).toEqual([['Harbour Ten', 'waiting']])
  })

  it('looks on for more where the first rows fill the page and others were left out', async () => {
    const far = Array.from({ length: 6 }, (_, n) => synced(n + 4, { distance: '5k' }))
    await db.marathons.bulkPut([synced(1), synced(2, { distance: '5k' }), synced(3), ...far, synced(10)])
    const page = await readMarathons(db, author, { sort: 'asc', distance: '10k', limit: 2 })
    expect(page.rows.map((row) => row.regCount)).toEqual([1, 3])
    expect(page.hasMore).toBe(true)
  })

  it('puts what is not finished first, the soonest first, also after a queued move', async () => {
    const now = Date.parse('2026-06-01T12:00:00Z')
    const starts = ['2026-05-01', '2026-06-02', '2026-05-31', '2026-06-01', '2026-07-01'].map(
      (day) => `${day}T08:00:00Z`,
    )
    await db.marathons.bulkPut(starts.map((startDate, n) => synced(n + 1, { startDate, role: 'owner', own: 1 })))
    const order = async (limit: number) => {
      const page = await readMarathons(db, author, { sort: 'soonest', now, limit })
      return [page.rows.map((row) => row.regCount), page.hasMore]
    }
    expect(await order(9)).toEqual([[4, 2, 5, 3, 1], false])
    expect(await order(2)).toEqual([[4, 2], true])
    expect(await order(4)).toEqual([[4, 2, 5, 3], true])
    const seen = await readMarathon(db, author, 'event-00004')
    if (seen) await updateMarathon(db, seen, { startDate: '2026-06-20T08:00:00.000Z' })
    expect(await order(1)).toEqual([[2], true])
    expect(await order(9)).toEqual([[2, 4, 5, 3, 1], false])
  })

  it('filters by text in title or place, distance, month and open window', async () => {
    await db.marathons.bulkPut([
      synced(1, { title: 'Forest Run', location: 'Kiel' }),
      synced(2, { title: 'Kiel City', distance: '5k' }),
      synced(3, { regEnd: '2021-01-01T00:00:00.000Z' }),
      synced(4, { startDate: '2090-03-01T08:00:00.000Z' }),
    ])
    const found = async (filter: object) =>
      (await readMarathons(db, author, { sort: 'asc', limit: 10, ...filter })).rows.map((row) => row.regCount)
    expect(await found({ text: ' kIEL ' })).toEqual([1, 2])
    expect(await found({ text: 'kiél 10' })).toEqual(await found({ text: '10 KIEL' }))
    expect(await found({ distance: '5k' })).toEqual([2])
    expect(await found({ month: '2090-03' })).toEqual([4])
    expect(await found({ openOnly: true })).toEqual([1, 2, 4])
  })

  it('takes a window for open by the server’s clock or by the time that it is given', async () => {
    const now = Date.now()
    const iso = (ms: number) => new Date(now + ms).toISOString()
    await db.sync.put({ ...FIRST_SYNC, serverOffsetMs: 2 * 86_400_000 })
    await db.marathons.bulkPut([
      synced(1, { regStart: iso(86_400_000), regEnd: iso(9 * 86_400_000) }),
      synced(2, { regStart: iso(-9 * 86_400_000), regEnd: iso(86_400_000) }),
    ])
    const open = async (filter: object) =>
      (await readMarathons(db, author, { sort: 'asc', limit: 9, openOnly: true, ...filter })).rows.map((row) => row._id)
    const [opened, closed] = (await db.marathons.orderBy('createdAt').toArray()).map(({ _id }) => _id)
    expect(await open({})).toEqual([opened])
    expect(await open({ now })).toEqual([closed])
  })

  it('leaves cancelled ones out of those with an open window, and of those that take place', async () => {
    await db.marathons.bulkPut([synced(1), synced(2, { cancelled: 'Storm' })])
    const count = async (filter: object) =>
      (await readMarathons(db, author, { sort: 'desc', limit: 9, ...filter })).rows.length
    expect([await count({}), await count({ openOnly: true }), await count({ takesPlace: true })]).toEqual([2, 1, 1])
  })

  it('counts a start to the month of its own zone, and of UTC where the zone is unknown here', async () => {
    const startDate = '2090-03-31T22:30:00.000Z'
    await db.marathons.bulkPut([
      synced(1, { startDate, timeZone: 'Europe/Berlin' }),
      synced(2, { startDate, timeZone: 'America/New_York' }),
      synced(3, { startDate, timeZone: 'Mars/Olympus' }),
    ])
    const inMonth = async (month: string) =>
      (await readMarathons(db, author, { sort: 'asc', limit: 10, month })).rows.map((row) => row.regCount)
    expect(await inMonth('2090-04')).toEqual([1])
    expect(await inMonth('2090-03')).toEqual([2, 3])
  })

  it('shows a new event of this phone first, an edit over its row, and no deleted event', async () => {
    await db.marathons.bulkPut([synced(1, { role: 'owner', own: 1 }), synced(2, { role: 'owner', own: 1 })])
    await createMarathon(db, { ...fields, title: 'New here' })
    const id = (await db.outbox.toArray())[0]?.op.id
    const seen = await readMarathon(db, author, 'event-00001')
    if (!seen) throw new Error('the event is missing')
    await updateMarathon(db, seen, { location: 'Bremen' })
    await deleteMarathon(db, 'event-00002')
    const { rows } = await readMarathons(db, author, { sort: 'desc', mine: true, limit: 10 })
    expect(rows.map((row) => [row._id, row.location, row.pending])).toEqual([
      [id, 'Hamburg', 'waiting'],
      ['event-00001', 'Bremen', 'waiting'],
    ])
    expect(rows[0]).toMatchObject({
      name: 'Olivia',
      email: 'olivia@example.com',
      regCount: 0,
      waitingCount: 0,
      cancelled: null,
      role: 'owner',
    })
  })
})

describe('updateMarathon', () => {
  it('queues the changed fields alone, with what the user saw of them', async () => {
    await db.marathons.put(synced(1))
    const seen = await readMarathon(db, author, 'event-00001')
    if (!seen) throw new Error('the event is missing')
    expect(await updateMarathon(db, seen, { location: 'Bremen', distance: '10k' })).toHaveLength(1)
    const { waiting } = await readUnsent(db)
    expect(waiting[0]?.op).toMatchObject({
      type: 'marathon.update',
      patch: { location: 'Bremen' },
      base: { location: 'Hamburg' },
    })
  })

  it('queues nothing where nothing changed', async () => {
    await db.marathons.put(synced(1))
    const seen = await readMarathon(db, author, 'event-00001')
    if (!seen) throw new Error('the event is missing')
    expect(await updateMarathon(db, seen, { location: 'Hamburg' })).toEqual([])
    expect((await readUnsent(db)).waiting).toEqual([])
  })
})

describe('on a screen', () => {
  it('a list is live, and follows its filter', async () => {
    await db.marathons.bulkPut([synced(1, { distance: '5k' }), synced(2, { distance: '10k' })])
    let distance: '5k' | '10k' = '5k'
    const screen = renderHook(() => useMarathons({ sort: 'asc', limit: 10, distance }), { db, author })
    const shown = () => screen.value()?.rows.map((row) => row.regCount)
    await until(() => expect(shown()).toEqual([1]))
    await db.marathons.put(synced(3, { distance: '5k' }))
    await until(() => expect(shown()).toEqual([1, 3]))
    distance = '10k'
    screen.as({ db, author })
    await until(() => expect(shown()).toEqual([2]))
    screen.leave()
  })

  it('counts all that match, however few are shown, and what waits to be sent', async () => {
    await db.marathons.bulkPut([1, 2, 3, 4].map((n) => synced(n, n > 1 ? {} : { distance: '5k' })))
    const screen = renderHook(() => useMarathonCount({ distance: '10k' }), { db, author })
    await until(() => expect(screen.value()).toBe(3))
    await createMarathon(db, fields)
    await until(() => expect(screen.value()).toBe(4))
    screen.leave()
  })

  it('one marathon is live, and follows its id', async () => {
    await db.marathons.bulkPut([synced(1), synced(2)])
    let id = 'event-00001'
    const screen = renderHook(() => useMarathon(id), { db, author })
    await until(() => expect(screen.value()?.location).toBe(synced(1).location))
    await db.marathons.update(id, { location: 'Kiel' })
    await until(() => expect(screen.value()?.location).toBe('Kiel'))
    id = 'event-00002'
    screen.as({ db, author })
    await until(() => expect(screen.value()?._id).toBe(id))
    id = 'event-00009'
    screen.as({ db, author })
    await until(() => expect(screen.value()).toBeNull())
    screen.leave()
  })
})
