import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import type { SyncRequest, SyncResponse } from '../../contract/sync.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { rejections } from '../session/push/rejections.ts'
import type { AccountDb } from '../store/account-db.ts'
import { unpark } from '../store/handle-unsent.ts'
import { createApplication } from '../store/rows/applications.ts'
import { checkIn } from '../store/rows/check-ins.ts'
import { createMarathon, updateMarathon } from '../store/rows/marathons.ts'
import { writeNotice } from '../store/rows/notices.ts'
import { awaitVerdict } from '../store/verdict.ts'
import {
  checkInRow,
  emptyAccount,
  marathonRow,
  newApplication,
  newMarathon,
  noticeRow,
  queueEdits,
  responseOf,
} from '../testing/test-account.ts'
import { syncPass } from './sync-pass.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let db: AccountDb
/** The phone's clock, ms. */
let clock: number
let sent: SyncRequest[]

beforeEach(async () => {
  db = await emptyAccount()
  clock = 0
  sent = []
})

type Answer = (request: SyncRequest) => Response | Error | Partial<SyncResponse>

const html = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } })
const problem = (code: ConstructorParameters<typeof Problem>[0]) => {
  const one = new Problem(code, '')
  const headers = { 'Content-Type': 'application/problem+json' }
  return new Response(JSON.stringify(one.toBody()), { status: one.status, headers })
}
const halted = () => ({ halted: { code: 'UNAVAILABLE' as const }, more: true, cursor: null })
const takes = ({ ops }: SyncRequest) => ({
  results: ops.map(({ opId }) => ({ opId, status: 'applied' as const })),
  cursor: `e.${sent.length}`,
})

/** One pass against a server. @returns how it ended */
function passWith(answer: Answer): Promise<unknown> {
  const fetch = async (_path: string, { body }: RequestInit) => {
    const text = typeof body === 'string' ? body : gunzipSync(new Uint8Array(body as ArrayBuffer)).toString()
    const request = JSON.parse(text) as SyncRequest
    sent.push(request)
    const given = answer(request)
    if (given instanceof Error) throw given
    return given instanceof Response ? given : Response.json(wireOf(responseOf(given)))
  }
  const world = { fetch: fetch as unknown as typeof globalThis.fetch, now: () => clock }
  return syncPass(db, world).catch((error: unknown) => error)
}

/** Passes as the scheduler makes them: after a failure with pauses of 1, 2, 4 … 60 s, else each minute. */
async function passesUntil(until: number, answer: Answer, eachSecond?: () => Promise<boolean>) {
  let failures = 0
  let nextTry = clock
  for (; clock < until; clock += 1000) {
    const isAsked = await eachSecond?.()
    if (clock < nextTry && !isAsked) continue
    const isDone = (await passWith(answer)) === 'done'
    failures = isDone ? 0 : failures + 1
    nextTry = clock + (isDone ? MINUTE : Math.min(MINUTE, 1000 * 2 ** Math.min(failures - 1, 6)))
  }
}

const stateOf = async () =>
  (await db.outbox.orderBy('n').toArray()).map(({ op, state, reason }) => [op.type, op.id, state, reason].join(' '))
const count = (state: string) => db.outbox.where('state').equals(state).count()

describe('what the server answers with later sets nothing aside', () => {
  const isOfCrowd = ({ ops }: SyncRequest) => ops.some(({ patch }) => patch.marathonId === 'event-crowd')

  it.each([
    ['halted', halted],
    ['503', () => problem('UNAVAILABLE')],
    ['500', () => html(500)],
  ])('while one event is crowded (%s), and another edit gets through', async (_name, refuse) => {
    await createApplication(db, newApplication('event-crowd'))
    const crowd: Answer = (request) => (isOfCrowd(request) && clock < MINUTE ? refuse() : takes(request))
    await passesUntil(10_000, crowd)
    await createApplication(db, newApplication('event-quiet'))
    const [record] = await db.outbox.toArray()
    await passesUntil(30_000, crowd)
    expect((await stateOf()).map((one) => one.split(' ')[2])).toEqual(['waiting'])
    const outcome = awaitVerdict(db, [String(record?.opId)], { timeoutMs: 100, online: () => true })
    expect(await outcome).toEqual({ kind: 'waiting' })
    await passesUntil(3 * MINUTE, crowd)
    expect(await db.outbox.count()).toBe(0)
  })

  it('INV-11 for an application that waits for hours beside others that pass', async () => {
    await createApplication(db, newApplication('event-crowd'))
    let scans = 0
    await passesUntil(
      3 * HOUR,
      (request) => (isOfCrowd(request) ? halted() : takes(request)),
      async () => {
        if (clock % (2 * MINUTE) !== 0) return false
        scans += 1
        await checkIn(db, { marathonId: 'event-0001', applicationId: `entry-${scans}`, gate: 'A' }, clock)
        return true
      },
    )
    expect([await count('parked'), await count('waiting')]).toEqual([0, 1])
  }, 60_000)

  it.each([
    [0.5, 10, 'halted'],
    [0.8, 10, '500'],
    [0.9, 20, 'halted'],
    [0.9, 20, 'unreachable'],
    [0.5, 10, '403'],
    [1, 20, '503'],
  ] as const)(
    'where %d of the requests fail for %d minutes at a gate (%s)',
    async (share, minutes, how) => {
      let seed = 7
      const random = () => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        return seed / 2 ** 31
      }
      const failures = {
        halted,
        '500': () => html(500),
        '503': () => problem('UNAVAILABLE'),
        '403': () => html(403),
        unreachable: () => new TypeError('Failed to fetch'),
      }
      const until = minutes * MINUTE
      let scans = 0
      let mostAside = 0
      await passesUntil(
        until + 20 * MINUTE,
        (request) => (clock < until && random() < share ? failures[how]() : takes(request)),
        async () => {
          mostAside = Math.max(mostAside, await count('parked'))
          if (clock % 6000 !== 0 || clock >= until) return false
          scans += 1
          await checkIn(db, { marathonId: 'event-0001', applicationId: `entry-${scans}`, gate: 'A' }, clock)
          return true
        },
      )
      expect([scans, mostAside, await db.outbox.count()]).toEqual([minutes * 10, 0, 0])
    },
    120_000,
  )
})

describe('an edit that alone fails', () => {
  /** A firewall that refuses the body of one edit. */
  const firewall: Answer = (request) => (request.ops.some(({ id }) => id === 'event-0002') ? html(403) : takes(request))
  const editOthers = async () => {
    if (clock % (3 * MINUTE) !== 0) return false
    await queueEdits(db, ['event-0001'])
    return true
  }

  it('holds up no other edit', async () => {
    await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'])
    await passesUntil(2 * MINUTE, firewall)
    expect(await stateOf()).toEqual(['marathon.update event-0002 waiting '])
  })

  it('INV-13 does not hold up an edit that failed for hours and would pass now', async () => {
    await createApplication(db, newApplication('event-crowd'))
    await passesUntil(2 * HOUR, ({ ops }) => (ops.length > 0 ? halted() : {}))
    await queueEdits(db, ['event-0002'])
    await passesUntil(2 * HOUR + 5 * MINUTE, firewall)
    expect(await stateOf()).toEqual(['marathon.update event-0002 waiting '])
  })

  it('INV-11 is set aside after an hour, told of like a rejection, and tried again each hour', async () => {
    await queueEdits(db, ['event-0002'])
    await passesUntil(55 * MINUTE, firewall, editOthers)
    expect([await count('parked'), (await rejections(db)).size]).toEqual([0, 0])
    await passesUntil(70 * MINUTE, firewall, editOthers)
    expect(await stateOf()).toEqual(['marathon.update event-0002 parked failing'])
    expect([...(await rejections(db)).values()].map(({ op }) => op.id)).toEqual(['event-0002'])
    // It fails again, and is set aside for another hour.
    sent = []
    await passesUntil(150 * MINUTE, firewall, editOthers)
    expect(sent.filter(({ ops }) => ops.some(({ id }) => id === 'event-0002'))).toHaveLength(1)
    expect(await count('parked')).toBe(1)
    await passesUntil(240 * MINUTE, takes)
    expect(await db.outbox.count()).toBe(0)
  }, 60_000)

  it('is not set aside where no other edit was taken meanwhile', async () => {
    await queueEdits(db, ['event-0002'])
    await passesUntil(3 * HOUR, firewall)
    expect([await count('parked'), await count('waiting')]).toEqual([0, 1])
  })

  it('is not set aside where reading fails too, now and then', async () => {
    await queueEdits(db, ['event-0002'])
    const shaky: Answer = (request) => {
      const isBad = request.ops.length === 0 && Math.floor(clock / 1000) % 600 < 120
      return isBad ? html(502) : firewall(request)
    }
    await passesUntil(2 * HOUR, shaky, editOthers)
    expect(await count('parked')).toBe(0)
  })

  it('is tried again after an hour where the server named it, and what rests on it goes with it', async () => {
    await createMarathon(db, newMarathon())
    const [create] = await db.outbox.toArray()
    await createApplication(db, newApplication(String(create?.op.id)))
    const named = new Problem('INVALID', 'no', { fields: { 'ops.0.patch': { code: 'REQUIRED' } } })
    const headers = { 'Content-Type': 'application/problem+json' }
    const names: Answer = ({ ops }) =>
      ops.length > 0 ? new Response(JSON.stringify(named.toBody()), { status: 422, headers }) : {}
    await passesUntil(5000, names)
    expect([await count('parked'), (await rejections(db)).size]).toEqual([2, 1])
    clock += HOUR
    await passWith(takes)
    expect(await db.outbox.count()).toBe(0)
  })
})

describe('what cannot be sent does not stop reading', () => {
  const NEWS: Partial<SyncResponse> = {
    marathons: [marathonRow('event-race', { startDate: '2028-01-31T07:30:00.000Z', role: 'owner' })],
    notices: [noticeRow('notice-0001', 'event-race', { urgent: true })],
  }
  it.each([
    ['503', () => problem('UNAVAILABLE')],
    ['halted', halted],
    ['500', () => html(500)],
    ['a page of a firewall (403)', () => html(403)],
    ['a page of a firewall (451)', () => html(451)],
    ['a connection that is reset', () => new TypeError('Failed to fetch')],
    ['a request that hangs', () => Object.assign(new Error('late'), { name: 'TimeoutError' })],
    ['a session that is too old', () => problem('UNAUTHENTICATED')],
    ['429', () => problem('RATE_LIMITED')],
    ['a code that says nothing of edits', () => problem('FORBIDDEN')],
    ['no verdict', () => ({ ...NEWS, results: [] })],
  ])('where every request with edits gets %s', async (_name, refuse) => {
    await queueEdits(db, ['event-0001'])
    for (let pass = 0; pass < 3; pass++) await passWith((request) => (request.ops.length > 0 ? refuse() : NEWS))
    expect(sent.length).toBeLessThan(10)
    expect([await db.marathons.count(), await db.notices.count()]).toEqual([1, 1])
    expect(await count('waiting')).toBe(1)
  })

  it('INV-25 where the phone knows that it has no network, it asks once', async () => {
    await queueEdits(db, ['event-0001'])
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    await passWith(() => new TypeError('Failed to fetch'))
    Reflect.deleteProperty(navigator, 'onLine')
    expect(sent).toHaveLength(1)
  })
})

describe('a change of an event that is set aside', () => {
  const event = marathonRow('event-0001', { role: 'owner' })
  beforeEach(async () => {
    await db.marathons.put({ ...event, own: 1, gen: 0 })
  })

  it('INV-13 holds back no notice, no cancellation and no application', async () => {
    await queueEdits(db, ['event-0001'])
    await db.outbox.toCollection().modify({ state: 'parked', reason: 'failing', parkedAt: 0 })
    await writeNotice(db, { marathonId: 'event-0001', text: 'Start moved to 07:30', urgent: true })
    await updateMarathon(db, { ...event, pending: 'parked' }, { cancelled: 'Storm' })
    await createApplication(db, newApplication('event-0001'))
    await passWith(takes)
    expect(await stateOf()).toEqual(['marathon.update event-0001 parked failing'])
  })

  it('holds back what rests on its creation, says so, and frees it with "Try again"', async () => {
    await createMarathon(db, newMarathon())
    const [create] = await db.outbox.toArray()
    await db.outbox.toCollection().modify({ state: 'parked', reason: 'failing', parkedAt: 0 })
    const marathonId = String(create?.op.id)
    const opIds = await createApplication(db, newApplication(marathonId))
    expect(await awaitVerdict(db, opIds, { timeoutMs: 10_000, online: () => true })).toEqual({ kind: 'parked' })
    expect(await unpark(db, `marathon:${marathonId}`)).toBe(2)
    await passWith(takes)
    expect(await db.outbox.count()).toBe(0)
  })
})

describe('on a slow line', () => {
  const TIMEOUT_MS = 30_000
  const BACKLOG = 3000

  /** A server with a backlog, behind a line that brings one row in so many ms. */
  const slowLine =
    (msARow: number): Answer =>
    ({ ops, cursor, pageRows = 1000 }) => {
      const from = Number(cursor?.split('.')[1] ?? 0)
      const rows = Math.min(Math.max(20, pageRows), BACKLOG - from)
      clock += Math.min(rows * msARow, TIMEOUT_MS)
      if (rows * msARow > TIMEOUT_MS) return Object.assign(new Error('late'), { name: 'TimeoutError' })
      return {
        results: ops.map(({ opId }) => ({ opId, status: 'applied' as const })),
        checkIns: Array.from({ length: rows }, (_, at) => {
          return checkInRow(`scan-${from + at}`, 'event-0001', `entry-${from + at}`)
        }),
        cursor: `e.${from + rows}`,
        more: from + rows < BACKLOG,
      }
    }

  it.each([35, 70, 280, 1000])('with an edit queued the backlog comes, at %d ms a row', async (msARow) => {
    await queueEdits(db, ['event-0001'])
    const best = BACKLOG * msARow
    let passes = 0
    while ((await passWith(slowLine(msARow))) !== 'done' && passes < 30) passes += 1
    expect([await db.checkIns.count(), await db.outbox.count()]).toEqual([BACKLOG, 0])
    // What did not arrive in time costs a few minutes.
    expect(clock).toBeLessThan(best + 6 * MINUTE)
  })

  it('INV-25 the edit goes first, and the next pass begins with what the line carries', async () => {
    await queueEdits(db, ['event-0001'])
    while ((await passWith(slowLine(280))) !== 'done');
    expect(sent[0]?.ops).toHaveLength(1)
    const sync = await db.sync.get('sync')
    expect(sync?.pageRows).toBeLessThanOrEqual(110)
    expect(sync?.pageRows).toBeGreaterThanOrEqual(20)
    // The line is good again, and the pages grow.
    await db.sync.update('sync', { cursor: 'e.0' })
    sent = []
    await passWith(slowLine(0.1))
    expect(Math.max(...sent.map(({ pageRows = 0 }) => pageRows))).toBeGreaterThan(500)
  })
})
