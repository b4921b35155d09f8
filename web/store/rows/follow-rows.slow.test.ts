import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyResponse } from '../../sync/apply-response.ts'
import { countRows } from '../../testing/count-rows.ts'
import { discardOp, readEntrants } from '../../testing/plain-store.ts'
import { until } from '../../testing/render-hook.tsx'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { unpark } from '../handle-unsent.ts'
import type { ApplicationView } from '../overlay.ts'
import { deleteApplication } from './applications.ts'
import { checkIn } from './check-ins.ts'
import { followEntrants } from './entrants.ts'
import { assignBibs } from './many/assign-bibs.ts'

const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')
const idOf = (index: number) => `entry-${String(index).padStart(5, '0')}`
const rowOf = (index: number, other: Parameters<typeof applicationRow>[2] = {}) =>
  applicationRow(idOf(index), EVENT, {
    mine: false,
    createdAt: new Date(NOW + (index % 100) * 1000).toISOString(),
    ...other,
  })

let db: AccountDb
let lists: ApplicationView[][]
let failures: unknown[]
let leave = () => {}
const last = () => lists.at(-1) ?? []
const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0)

async function receive(other: Parameters<typeof responseOf>[0]) {
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  const cursor = `e.${Number(from.cursor?.split('.')[1] ?? 0) + 1}`
  expect(await applyResponse(db, from, responseOf({ cursor, ...other }), NOW)).toBe(true)
}

async function keep(count: number) {
  await db.marathons.put({ ...marathonRow(EVENT, { role: 'owner' }), own: 1, gen: 0 })
  const rows = Array.from({ length: count }, (_, index) => ({ ...rowOf(index), own: 0 as const, gen: 0 }))
  await db.applications.bulkPut(rows)
}

function follow() {
  leave = followEntrants(
    db,
    EVENT,
    (entrants) => lists.push(entrants),
    (error) => failures.push(error),
  )
}

beforeEach(async () => {
  db = await emptyAccount()
  lists = []
  failures = []
})
afterEach(() => {
  leave()
  vi.restoreAllMocks()
  expect(failures).toEqual([])
})

describe('a change among many entrants', () => {
  const COUNT = Number(process.env.ENTRANTS ?? 5000)
  const first = async () => {
    const rows = countRows(db)
    await keep(COUNT)
    follow()
    await until(() => expect(last()).toHaveLength(COUNT))
    rows.take()
    return rows
  }

  it('reads the entrants of a response alone, and all others stay the same objects', async () => {
    const rows = await first()
    const before = new Set(last())
    await receive({ applications: [rowOf(7, { firstName: 'Zoe', ver: 2 }), rowOf(COUNT)] })
    rows.take()
    await until(() => expect(last()).toHaveLength(COUNT + 1))
    const read = rows.take()
    console.log(`rows read for a response with 2 of ${COUNT} entrants:`, read)
    expect(total(read)).toBeLessThan(10)
    expect(
      last()
        .filter((one) => !before.has(one))
        .map(({ _id }) => _id),
    ).toEqual([idOf(COUNT), idOf(7)])
    expect(last()).toEqual(await readEntrants(db, EVENT))
  })

  it('reads no other entrant after a page of 300 either', async () => {
    const rows = await first()
    const changed = Array.from({ length: 300 }, (_, index) => rowOf(index * 3, { bib: String(index), ver: 2 }))
    await receive({ applications: changed })
    rows.take()
    await until(() => expect(last().filter(({ bib }) => bib !== null)).toHaveLength(300))
    expect(total(rows.take())).toBeLessThan(700)
  })

  it('reads one entrant after a bib, none after a scan, and the bibs alone after 500 at once', async () => {
    const rows = await first()
    const [one] = last()
    await assignBibs(db, [{ application: one as ApplicationView, bib: 'A1' }])
    rows.take()
    await until(() => expect(last()[0]).toMatchObject({ bib: 'A1', pending: 'waiting' }))
    expect(total(rows.take())).toBeLessThan(10)

    const told = lists.length
    await checkIn(db, { marathonId: EVENT, applicationId: idOf(3), gate: '' }, NOW)
    rows.take()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(total(rows.take())).toBe(0)
    expect(lists).toHaveLength(told)

    const many = last()
      .slice(1, 401)
      .map((application, index) => ({ application, bib: String(index) }))
    await assignBibs(db, many)
    rows.take()
    await until(() => expect(last().filter(({ bib }) => bib !== null)).toHaveLength(401))
    expect(total(rows.take())).toBeLessThan(900)
  })
})

it('is what reading everything says, whatever happens to the rows and to the queue', async () => {
  // A generator of its own, so that a run can be repeated.
  let state = 3
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
  await keep(150)
  follow()
  await until(() => expect(last()).toHaveLength(150))
  for (let step = 0; step < 15; step += 1) {
    for (let change = below(4); change >= 0; change -= 1) {
      const kind = below(9)
      const queued = await db.outbox.toArray()
      const one = last()[below(last().length)] as ApplicationView
      const oldest = queued[below(queued.length)]
      if (kind === 0) await receive({ applications: [rowOf(below(200), { bib: String(below(99)), ver: step })] })
      if (kind === 1) {
        const applications = Array.from({ length: 120 }, (_, at) => rowOf(at, { firstName: `Ada ${step}`, ver: step }))
        await receive({ applications })
      }
      if (kind === 2) await receive({ deleted: [{ type: 'application', id: one._id, at: '2027-06-01T06:41:00.000Z' }] })
      if (kind === 3) await assignBibs(db, [{ application: one, bib: `B${below(50)}` }])
      if (kind === 4) {
        const wanted = last().map((application, at) => ({ application, bib: `C${step}-${at}` }))
        await assignBibs(db, wanted.slice(0, 60 + below(60)))
      }
      if (kind === 5) await deleteApplication(db, one._id)
      if (kind === 6 && oldest) await discardOp(db, oldest.opId)
      if (kind === 7) {
        const results = queued.slice(0, 80).map(({ opId }) => ({ opId, status: 'applied' as const }))
        await receive({ results, more: below(2) === 0 })
      }
      if (kind === 8) {
        await db.outbox.toCollection().modify({ state: 'parked' })
        if (below(2) === 0) await unpark(db)
      }
    }
    const expected = await readEntrants(db, EVENT)
    await until(() => expect(last(), `after step ${step}`).toEqual(expected))
  }
}, 120_000)

it('lacks no row where a read of all fails after its first part', async () => {
  const rows = Array.from({ length: 5100 }, (_, index) => ({ ...rowOf(index), own: 0 as const, gen: 0 }))
  await db.applications.bulkPut(rows.slice(100))
  follow()
  await until(() => expect(last()).toHaveLength(5000))
  const transaction = db.transaction.bind(db) as (...args: unknown[]) => unknown
  let calls = 0
  vi.spyOn(db, 'transaction').mockImplementation(((...args: unknown[]) => {
    calls += 1
    return calls === 2 ? Promise.reject(new Error('lost')) : transaction(...args)
  }) as never)
  // So many at once that Dexie does not name them.
  await db.applications.bulkPut(rows.slice(0, 100))
  await until(() => expect(last()).toHaveLength(5100))
  expect(calls).toBeGreaterThan(2)
})

it('reads all again where the page comes back and nobody knows what it missed', async () => {
  await keep(3)
  follow()
  await until(() => expect(last()).toHaveLength(3))
  const before = last()
  await writeUnseen({ ...rowOf(3), own: 0, gen: 0 })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(last()).toHaveLength(3)
  // Dexie says so when a page returns that the browser had frozen.
  Dexie.on.storagemutated.fire({ all: { d: 1, from: Number.NEGATIVE_INFINITY, to: [[]] } })
  await until(() => expect(last()).toHaveLength(4))
  for (const one of before) expect(last()).toContain(one)
})

it.each([
  ['all entrants', 'all', '[marathonId+_id]'],
  ['the whole queue', 'idb://queue/outbox/', 'state'],
])('does not look through %s again before five times as long has passed', async (_name, unknown, index) => {
  let later = 0
  let looks = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  for (const table of [db.applications, db.outbox]) {
    const where = table.where.bind(table) as (key: string) => unknown
    // A look through everything takes 200 ms more.
    const slow = (key: string) => {
      if (key === index) [looks, later] = [looks + 1, later + 200]
      return where(key)
    }
    Object.assign(table, { where: slow })
  }
  const missSomething = () => {
    const part = unknown.replace('queue', db.name)
    Dexie.on.storagemutated.fire({ [part]: { d: 1, from: Number.NEGATIVE_INFINITY, to: [[]] } })
  }
  await keep(3)
  follow()
  await until(() => expect(last()).toHaveLength(3))
  missSomething()
  await until(() => expect(looks).toBeGreaterThan(0))
  const before = looks
  missSomething()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(looks).toBe(before)
  await until(() => expect(looks).toBeGreaterThan(before))
})

it('reads no edit that is as it was, where it is not known which have changed', async () => {
  const rows = countRows(db)
  await keep(3)
  follow()
  await until(() => expect(last()).toHaveLength(3))
  await assignBibs(
    db,
    last().map((application, index) => ({ application, bib: String(index) })),
  )
  const states = ['waiting', 'parked', 'settled'] as const
  await db.outbox.toCollection().modify((edit) => {
    edit.state = states[Number(edit.op.patch.bib)] ?? 'waiting'
  })
  await until(() => expect(last().map(({ pending }) => pending)).toEqual(['waiting', 'parked', null]))
  const part = `idb://${db.name}/outbox/`
  const missSomething = () =>
    Dexie.on.storagemutated.fire({ [part]: { d: 1, from: Number.NEGATIVE_INFINITY, to: [[]] } })
  await new Promise((resolve) => setTimeout(resolve, 400))
  rows.take()
  missSomething()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(total(rows.take())).toBe(0)
  await db.outbox.clear()
  await until(() => expect(last().map(({ bib }) => bib)).toEqual([null, null, null]))
})

it('reads nothing once the screen is left', async () => {
  const rows = countRows(db)
  await keep(3)
  follow()
  await until(() => expect(last()).toHaveLength(3))
  leave()
  await receive({ applications: [rowOf(4)] })
  rows.take()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(total(rows.take())).toBe(0)
})

/** Writes a row of which Dexie does not know. */
async function writeUnseen(row: object) {
  const change = db.backendDB().transaction('applications', 'readwrite')
  change.objectStore('applications').put(row)
  await new Promise((resolve) => {
    change.oncomplete = resolve
  })
}

it('tells nothing after it is left, also if it was reading', async () => {
  await keep(20)
  const { applications } = db
  const where = applications.where.bind(applications) as (key: string) => unknown
  const reads = Promise.withResolvers<void>()
  Object.assign(applications, {
    where: (key: string) => {
      reads.resolve()
      return where(key)
    },
  })
  follow()
  await reads.promise
  leave()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lists).toEqual([])
})
