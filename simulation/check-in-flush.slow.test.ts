import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_OPS } from '../contract/limits.ts'
import { readCheckInCount } from '../web/features/check-in/check-in-count.ts'
import type { CheckInRecord } from '../web/store/account-db.ts'
import { enqueueOps } from '../web/store/outbox.ts'
import { checkIn, readCheckInsOf, voidCheckIn } from '../web/store/rows/check-ins.ts'
import { syncPass } from '../web/sync/sync-pass.ts'
import { newApplication, newMarathon } from '../web/testing/test-account.ts'
import { Device } from './device.ts'
import { Oracle } from './oracle/oracle.ts'
import { Server } from './server.ts'

const EVENT = 'event-of-the-flush'
const ENTRANTS = 1800
/** The first and the last entrant that each phone scans. All scans are 2,000; some entrants have two or three. */
const SCANNED = [
  [0, 800],
  [750, 1450],
  [1300, 1800],
] as const
const TIMEOUT_MS = 900_000
const START = Date.now()
/** No scan is in the future, which the server would not believe. */
const FIRST_SCAN = START - 3_600_000

let server: Server
/** The phones: two of the organiser, one of a helper, and the one of a club that registers everybody. */
let phones: Device[]

const entrant = (n: number) => `entry-${String(n).padStart(6, '0')}`
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

/** Runs a pass of the phone against the real worker. @returns how many ops each of its requests had */
async function pass(phone: Device): Promise<number[]> {
  const sizes: number[] = []
  const cookie = await server.cookie(phone.uid)
  const fetchFn = async (_path: string, init: RequestInit) => {
    const body = init.body ?? ''
    const gzipped = typeof body !== 'string'
    const stream = new Response(body).body
    const text = await new Response(gzipped ? stream?.pipeThrough(new DecompressionStream('gzip')) : stream).text()
    sizes.push((JSON.parse(text) as { ops: unknown[] }).ops.length)
    return server.sync({ uid: phone.uid, body, headers: init.headers as Record<string, string> }, cookie, {})
  }
  expect(await syncPass(phone.db, { fetch: fetchFn as unknown as typeof fetch, now: Date.now })).toBe('done')
  return sizes
}

/** What two phones must agree on of a check-in. */
const facts = ({ first: _first, gen: _gen, ...row }: CheckInRecord) => JSON.stringify(row)

/** An event with its entrants, on three phones that have lost the network and scan. */
async function scanOffline(): Promise<number[]> {
  const [one, two, three, club] = phones as [Device, Device, Device, Device]
  const fields = newMarathon({ regStart: at(-60), regEnd: at(600), startDate: at(1200), perAccount: 2000 })
  await enqueueOps(one.db, [{ type: 'marathon.create', id: EVENT, patch: fields }])
  await pass(one)
  const person = { ...newApplication(EVENT), startDate: at(1200) }
  const numbers = Array.from({ length: ENTRANTS }, (_, n) => n)
  await enqueueOps(
    club.db,
    numbers.map((n) => ({
      type: 'application.create',
      id: entrant(n),
      patch: { ...person, firstName: `Runner ${n}` },
    })),
  )
  await pass(club)
  const made = await server.rest(one.uid, 'POST', `/marathons/${EVENT}/invitations`, {}, { role: 'gate' })
  const { url } = (await made.json()) as { url: string }
  expect((await server.rest(three.uid, 'POST', `/invitations/${url.split('/').at(-1)}`, {})).status).toBe(200)
  for (const phone of [one, two, three]) await pass(phone)
  const counts = [0, 0, 0]
  for (const [index, phone] of [one, two, three].entries()) {
    const [from, to] = SCANNED[index] as readonly [number, number]
    for (let n = from; n < to; n++) {
      const scan = { marathonId: EVENT, applicationId: entrant(n), gate: `Gate ${index + 1}` }
      // A minute apart: each phone measures the offset of its clock by itself.
      await checkIn(phone.db, scan, FIRST_SCAN + n * 1000 + index * 60_000)
    }
    counts[index] = to - from
  }
  return counts
}

/** How many scans each phone has made, and the server with its entrants. The phones have copies of that moment. */
let made: number[]
let backup: Awaited<ReturnType<Server['backUp']>>

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  server = new Server(new Oracle())
  await server.empty()
  phones = ['olivia', 'olivia', 'hanna', 'club'].map((uid, index) => new Device(`${uid}-${index}`, uid))
  made = await scanOffline()
  backup = await server.backUp()
  for (const phone of phones) await phone.snapshot()
  return () => {
    for (const phone of phones) phone.close()
  }
}, TIMEOUT_MS)

beforeEach(async () => {
  // The epoch stays, so that no phone starts over.
  await server.restore(backup, String(backup.get('clock')?.[0]?.epoch))
  for (const phone of phones) await phone.rollback()
})

describe('2,000 check-ins made offline on three phones', () => {
  it.each([
    { what: 'one phone after the other', order: [0, 1, 2], together: false },
    { what: 'the other way round', order: [2, 1, 0], together: false },
    { what: 'all at once', order: [0, 1, 2], together: true },
  ])(
    'are sent in as few requests as 500 a request allow, and all phones end the same: $what',
    {
      timeout: TIMEOUT_MS,
    },
    async ({ order, together }) => {
      expect(made.reduce((sum, count) => sum + count)).toBe(2000)
      const sizes: number[][] = [[], [], []]
      const flush = async (index: number) => {
        sizes[index] = await pass(phones[index] as Device)
      }
      const started = performance.now()
      if (together) await Promise.all(order.map(flush))
      else for (const index of order) await flush(index)
      const ms = Math.round(performance.now() - started)
      console.info(`check-in flush, ${order.join()}${together ? ' together' : ''}: ${JSON.stringify(sizes)}, ${ms} ms`)
      for (const [index, count] of made.entries()) {
        const sent = (sizes[index] ?? []).filter((size) => size > 0)
        expect(sent).toHaveLength(Math.ceil(count / MAX_OPS))
        expect(sent.reduce((sum, size) => sum + size)).toBe(count)
      }

      for (const phone of phones.slice(0, 3)) await pass(phone)
      const states = await Promise.all(
        phones.slice(0, 3).map(async ({ db, author }) => ({
          outbox: await db.outbox.count(),
          inbox: await db.inbox.count(),
          scans: (await db.checkIns.toArray()).map(facts).sort(),
          count: await readCheckInCount(db, EVENT),
          twice: (await readCheckInsOf(db, author, [entrant(760)])).get(entrant(760))?.map(({ gate }) => gate),
        })),
      )
      const [first] = states
      expect(first).toMatchObject({ outbox: 0, inbox: 0, twice: ['Gate 1', 'Gate 2'] })
      expect(first?.scans).toHaveLength(2000)
      // Each entrant counts once, at the gate of the first scan.
      expect(first?.count).toEqual({
        here: ENTRANTS,
        withoutPlace: 0,
        gates: [
          { gate: 'Gate 1', here: 800 },
          { gate: 'Gate 2', here: 650 },
          { gate: 'Gate 3', here: 350 },
        ],
        registered: ENTRANTS,
      })
      for (const state of states) expect(state).toEqual(first)

      // A scan that one phone takes back is taken back everywhere.
      const [back] =
        (await readCheckInsOf(phones[0]?.db as Device['db'], { name: '', email: '' }, [entrant(0)])).get(entrant(0)) ??
        []
      await voidCheckIn((phones[2] as Device).db, String(back?._id))
      for (const index of [2, 0, 1]) await pass(phones[index] as Device)
      for (const { db } of phones.slice(0, 3)) expect((await readCheckInCount(db, EVENT)).here).toBe(ENTRANTS - 1)
    },
  )
})
