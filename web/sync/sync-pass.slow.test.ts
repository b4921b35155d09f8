import Dexie from 'dexie'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import type { SyncRequest, SyncResponse } from '../../contract/sync.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { type AccountDb, FIRST_SYNC } from '../store/account-db.ts'
import { emptyAccount, marathonRow, queueEdits, responseOf } from '../testing/test-account.ts'
import { SUSPECT_AFTER } from './next-ops.ts'
import { noteTold, syncPass } from './sync-pass.ts'

type Given = Partial<SyncResponse> | Problem | Response | Error
type Reply = (request: SyncRequest) => Given | Promise<Given>

let db: AccountDb
let sent: SyncRequest[]
/** The phone's clock, ms. */
let clock: number

beforeEach(async () => {
  db = await emptyAccount()
  sent = []
  clock = 0
})

/** Runs a pass against a server with these responses. */
function passWith(reply: Reply) {
  const fetchFn = async (_path: string, init: RequestInit) => {
    const request = JSON.parse(await textOf(init.body)) as SyncRequest
    sent.push(request)
    if (sent.length > 60) throw new Error('a request storm')
    const given = await reply(request)
    if (given instanceof Response) return given
    if (given instanceof Problem) {
      const headers = {
        'Content-Type': 'application/problem+json',
        'Retry-After': String(given.retryAfterSeconds ?? ''),
      }
      return new Response(JSON.stringify(given.toBody()), { status: given.status, headers })
    }
    if (given instanceof Error) throw given
    return new Response(JSON.stringify(wireOf(responseOf(given))), { headers: { 'Content-Type': 'application/json' } })
  }
  return syncPass(db, { fetch: fetchFn as unknown as typeof fetch, now: () => clock }).catch((error: unknown) => error)
}
/** Reads a body as text. Large bodies are compressed. */
async function textOf(body: BodyInit | null | undefined): Promise<string> {
  if (typeof body === 'string') return body
  const stream = new Blob([body as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
const applied = ({ ops }: SyncRequest) => ops.map(({ opId }) => ({ opId, status: 'applied' as const }))
const reasons = async () => (await db.outbox.orderBy('n').toArray()).map(({ reason }) => reason)
const states = async () => (await db.outbox.orderBy('n').toArray()).map((record) => `${record.op.id} ${record.state}`)
/** A server that fails on every request with the op of `id`. */
const poisonedBy =
  (id: string): Reply =>
  (request) =>
    request.ops.some((op) => op.id === id)
      ? { halted: { code: 'UNAVAILABLE' }, more: true, cursor: request.cursor }
      : { results: applied(request) }

describe('a pass', () => {
  it('notes what it sends before it leaves, so that a discard can say it may have arrived', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    const last = (await db.outbox.orderBy('n').last())?.n
    await passWith(() => new TypeError('Failed to fetch'))
    expect((await db.sync.get('sync'))?.sentUpTo).toBe(last)
  })

  it('dates a page that was asked for ahead by its arrival, and not by its writing', async () => {
    const put = db.marathons.bulkPut.bind(db.marathons)
    const ahead = Promise.withResolvers<void>()
    // The phone sleeps for an hour while the first page is written and the last one has arrived.
    vi.spyOn(db.marathons, 'bulkPut').mockImplementationOnce((async (...args: Parameters<typeof put>) => {
      const keys = await put(...args)
      await Dexie.waitFor(ahead.promise.then(() => new Promise((resolve) => setTimeout(resolve))))
      clock += 3_600_000
      return keys
    }) as never)
    await passWith(({ cursor }) => {
      if (cursor !== null) ahead.resolve()
      return {
        cursor: cursor === null ? 'e.1' : 'e.2',
        more: cursor === null,
        serverTime: new Date(clock).toISOString(),
      }
    })
    expect(sent).toHaveLength(2)
    expect(await db.sync.get('sync')).toMatchObject({ cursor: 'e.2', serverOffsetMs: 0, syncedAt: 0 })
  })

  it('takes no slow answer for a wrong clock, with edits or without', async () => {
    // The phone's clock is right. The server writes its time, and then the answer is on its way.
    const answerIn =
      (ms: number): Reply =>
      (request) => {
        const serverTime = new Date(clock).toISOString()
        clock += ms
        return { serverTime, results: applied(request), cursor: `e.${clock}` }
      }
    await passWith(answerIn(100))
    for (const ms of [25_000, 29_000, 8000]) {
      await passWith(answerIn(ms))
      await queueEdits(db, ['event-0001'])
      await passWith(answerIn(ms))
      expect(await db.sync.get('sync')).toMatchObject({ serverOffsetMs: -50, offsetErrorMs: 51, offsetTakenAt: 100 })
    }
  })

  it('measures the line until an answer begins: a large page takes long to arrive', async () => {
    const page = JSON.stringify(wireOf(responseOf({ serverTime: new Date(40).toISOString() })))
    const body = new ReadableStream(
      {
        pull(controller) {
          clock = 20_000
          controller.enqueue(new TextEncoder().encode(page))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    await passWith(() => {
      clock = 100
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    })
    expect(await db.sync.get('sync')).toMatchObject({ serverOffsetMs: -10, offsetErrorMs: 51, syncedAt: 20_000 })
  })

  it('sends the queue and goes on until the last page', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    let page = 0
    const end = await passWith((request) => {
      page += 1
      return { results: applied(request), cursor: `e.${page}`, more: page < 3 }
    })
    expect(end).toBe('done')
    expect(sent.map((request) => [request.cursor, request.ops.length])).toEqual([
      [null, 2],
      ['e.1', 0],
      ['e.2', 0],
    ])
    expect(await db.outbox.count()).toBe(0)
  })

  it('sends the bookmark of its cursor, and keeps one where the response has none', async () => {
    await passWith(() => ({ cursor: `e.${sent.length}`, bookmark: `b${sent.length}`, more: sent.length < 3 }))
    await passWith(() => ({ cursor: 'e.4' }))
    await passWith(() => ({ cursor: 'e.5' }))
    expect(sent.map(({ cursor, bookmark }) => [cursor, bookmark])).toEqual([
      [null, undefined],
      ['e.1', 'b1'],
      ['e.2', 'b2'],
      ['e.3', 'b3'],
      ['e.4', 'b3'],
    ])
  })

  it('no longer asks for a seq of before, where the database was restored', async () => {
    noteTold(db, 900)
    await db.sync.put({ ...FIRST_SYNC, cursor: 'e.7', epoch: 'e' })
    await passWith(() => ({ cursor: `f.${sent.length}`, epoch: 'f', reset: sent.length === 1 }))
    expect(sent.map(({ toldSeq }) => toldSeq)).toEqual([900, undefined])
  })

  it('asks for the next page before it writes the last one', async () => {
    const steps: string[] = []
    const noteWrite = () => void steps.push('write')
    db.sync.hook('creating', noteWrite)
    db.sync.hook('updating', noteWrite)
    await passWith(() => {
      steps.push('ask')
      return { cursor: `e.${sent.length}`, more: sent.length < 3 }
    })
    expect(steps).toEqual(['ask', 'ask', 'write', 'ask', 'write', 'write'])
  })

  it.each([true, false])(
    'drops a page, and all asked after it, where the cursor has moved (more: %s)',
    async (more) => {
      await passWith(async (request) => {
        if (request.cursor === null) await db.sync.put({ ...FIRST_SYNC, cursor: 'x.5' })
        if (request.cursor === 'x.5') return { cursor: 'x.6' }
        return { cursor: 'e.1', marathons: [marathonRow('event-lost')], more: more && sent.length === 1 }
      })
      expect(sent.map(({ cursor }) => cursor)).toEqual(more ? [null, 'e.1', 'x.5'] : [null, 'x.5'])
      expect(await db.marathons.count()).toBe(0)
    },
  )

  it('uses no page that it asked for before it sent edits: the edits are not in it', async () => {
    await passWith(async (request) => {
      if (sent.length === 1) await queueEdits(db, ['event-0001', 'event-0002'])
      if (request.ops.length === 0) return { cursor: `e.${sent.length}`, more: sent.length === 1 }
      const results = applied({ ...request, ops: request.ops.slice(0, 1) })
      return { results, halted: { code: 'UNKNOWN_OP' }, cursor: request.cursor, more: true }
    })
    expect(sent.map(({ cursor, ops }) => [cursor, ops.length])).toEqual([
      [null, 0],
      ['e.1', 0],
      ['e.1', 2],
      ['e.1', 0],
    ])
  })

  it('reads rows by column', async () => {
    await queueEdits(db, ['event-0001'])
    const { marathons: _m, applications: _a, checkIns: _c, ...rest } = responseOf({ cursor: 'e.1' })
    const columns = { marathons: { _id: ['event-0001', 'event-0002'], title: ['Ten', 'Trail'], role: 'owner', ver: 1 } }
    const end = await passWith((request) => Response.json({ ...rest, results: applied(request), columns }))
    expect(end).toBe('done')
    expect(sent.map(({ pageRows }) => pageRows)).toEqual([100])
    expect((await db.marathons.toArray()).map(({ title, own }) => [title, own])).toEqual([
      ['Ten', 1],
      ['Trail', 1],
    ])
  })

  it.each([
    ['an edit came first', () => queueEdits(db, ['event-0001']), 'done'],
    [
      'the phone can no longer be written',
      async () => vi.spyOn(db.sync, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError')),
      expect.objectContaining({ name: 'QuotaExceededError' }),
    ],
  ])('cancels a page that it asked for and does not need: %s', async (_why, meanwhile, end) => {
    const cancelled: unknown[] = []
    const fetchFn = async (_path: string, init: RequestInit) => {
      const { cursor, ops } = JSON.parse(String(init.body)) as SyncRequest
      if (cursor === null) {
        await meanwhile()
        return Response.json(wireOf(responseOf({ cursor: 'e.1', more: true })))
      }
      if (ops.length > 0)
        return Response.json(wireOf(responseOf({ results: applied({ uid: '', cursor, ops }), cursor: 'e.2' })))
      return new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => {
          cancelled.push(cursor)
          reject(init.signal?.reason)
        })
      })
    }
    const world = { fetch: fetchFn as unknown as typeof fetch, now: () => clock }
    expect(await syncPass(db, world).catch((error: unknown) => error)).toEqual(end)
    expect(cancelled).toEqual(['e.1'])
  })

  it('asks for no next page where the server stopped', async () => {
    expect(await passWith(() => ({ halted: { code: 'UNAVAILABLE' }, more: true, cursor: null }))).toBe('halted')
    expect(sent).toHaveLength(1)
  })

  it.each<[string, Reply, object]>([
    ['dies', () => new Response('<html>', { status: 500 }), { name: 'NoResponse', reason: 'broken' }],
    ['is not available', () => new Problem('UNAVAILABLE', ''), { name: 'Problem', code: 'UNAVAILABLE' }],
  ])('with nothing to send tells that the server %s', async (_what, reply, failure) => {
    expect(await passWith(reply)).toMatchObject(failure)
  })

  it('sends 1,000 queued edits in 2 requests', async () => {
    await queueEdits(
      db,
      Array.from({ length: 1000 }, (_, n) => `event-${String(n).padStart(4, '0')}`),
    )
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
    expect(sent.map((request) => request.ops.length)).toEqual([500, 500])
  })

  it('INV-4 loses nothing to a broken connection, a 401 or a 429', async () => {
    await queueEdits(db, ['event-0001'])
    for (const failure of [
      new TypeError('offline'),
      new Problem('UNAUTHENTICATED', ''),
      new Problem('RATE_LIMITED', ''),
    ]) {
      expect(await passWith(() => failure)).toBeInstanceOf(Error)
      expect(await states()).toEqual(['event-0001 waiting'])
    }
  })

  it('still pulls where the edits are over the limit (429), and then fails with it', async () => {
    await queueEdits(db, ['event-0001'])
    const limited = new Problem('RATE_LIMITED', 'Wait.')
    const end = await passWith((request) =>
      request.ops.length > 0 ? limited : { cursor: 'e.7', marathons: [marathonRow('event-0002')] },
    )
    expect(end).toMatchObject({ code: 'RATE_LIMITED' })
    expect(sent.map((request) => request.ops.length)).toEqual([1, 0])
    expect(await db.marathons.get('event-0002')).toBeDefined()
    expect(await states()).toEqual(['event-0001 waiting'])
  })

  it('sends no edits before the time that the server named, and goes on pulling', async () => {
    await queueEdits(db, ['event-0001'])
    const limited = new Problem('RATE_LIMITED', 'Wait.', { retryAfterSeconds: 90 })
    const serve = (request: SyncRequest) => (request.ops.length > 0 ? limited : { cursor: 'e.7' })
    expect(await passWith(serve)).toMatchObject({ retryAfterSeconds: 90 })
    clock += 89_500
    sent.length = 0
    expect(await passWith(serve)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    expect(sent.map((request) => request.ops.length)).toEqual([0])
    clock += 500
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
  })

  it('sends edits at once where the phone’s clock was set back by days', async () => {
    await queueEdits(db, ['event-0001'])
    await db.sync.put({ ...FIRST_SYNC, sendAfter: clock + 86_400_000 })
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
  })

  it('sends edits at once where the clock was set back since the server asked to wait', async () => {
    await queueEdits(db, ['event-0001'])
    clock = 3_600_000
    const limited = new Problem('RATE_LIMITED', 'Wait.', { retryAfterSeconds: 90 })
    await passWith((request) => (request.ops.length > 0 ? limited : {}))
    clock -= 600_000
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
  })

  it('fails at once where even the pull is over the limit (429)', async () => {
    expect(await passWith(() => new Problem('RATE_LIMITED', ''))).toMatchObject({ code: 'RATE_LIMITED' })
    expect(sent).toHaveLength(1)
  })

  it('sends half as many edits after a request took too long, and more once they arrive', async () => {
    await queueEdits(
      db,
      Array.from({ length: 8 }, (_, n) => `event-000${n}`),
    )
    await passWith(() => Object.assign(new Error('late'), { name: 'TimeoutError' }))
    await passWith(() => Object.assign(new Error('late'), { name: 'TimeoutError' }))
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
    expect(sent.map(({ ops }) => ops.length).filter((count) => count > 0)).toEqual([8, 4, 2, 4, 2])
  })

  it('parks an op that the server calls malformed and what depends on it, and sends the rest', async () => {
    await queueEdits(db, ['event-0001', 'event-0002', 'event-0001'])
    const end = await passWith((request) =>
      request.ops[0]?.id === 'event-0001'
        ? new Problem('INVALID', 'ops.0.at: required', { fields: { 'ops.0.at': { code: 'REQUIRED' } } })
        : { results: applied(request) },
    )
    expect(end).toBe('done')
    expect(await states()).toEqual(['event-0001 parked', 'event-0001 parked'])
    expect(await reasons()).toEqual(['refused', 'rests-on-parked'])
  })

  it('parks an op whose id is recorded for another account', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    await passWith((request) =>
      request.ops[0]?.id === 'event-0001'
        ? new Problem('WRONG_ACCOUNT', 'no', { fields: { 'ops.0.opId': { code: 'OTHER_ACCOUNTS' } } })
        : { results: applied(request) },
    )
    expect([await states(), await reasons()]).toEqual([['event-0001 parked'], ['other-account']])
  })

  it('ends with a refusal that names no op, and parks nothing', async () => {
    await queueEdits(db, ['event-0001'])
    expect(await passWith(() => new Problem('INVALID', 'no', { fields: { uid: { code: 'REQUIRED' } } }))).toMatchObject(
      {
        code: 'INVALID',
      },
    )
    expect([sent.map(({ ops }) => ops.length), await states()]).toEqual([[1, 0], ['event-0001 waiting']])
  })

  it('ends where the phone can no longer be written, and blames no op', async () => {
    await queueEdits(db, ['event-0001'])
    vi.spyOn(db.sync, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    expect(await passWith((request) => ({ results: applied(request) }))).toMatchObject({ name: 'QuotaExceededError' })
    expect([sent.length, await states()]).toEqual([0, ['event-0001 waiting']])
  })

  it('starts over, and drops what does not come again, where the cursor is none', async () => {
    await db.marathons.put({ ...marathonRow('event-gone'), own: 0, gen: 0 })
    const wrong = new Problem('INVALID', 'cursor', {
      fields: { cursor: { code: 'NOT_VALID', values: { expected: '<epoch>.<seq>' } } },
    })
    await passWith(() => ({ cursor: 'nonsense' }))
    expect(await passWith((request) => (request.cursor === null ? {} : wrong))).toBe('done')
    expect(await db.marathons.count()).toBe(0)
  })

  it('halves a request that is too large, and parks an op that is too large alone', async () => {
    await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'])
    const end = await passWith((request) =>
      request.ops.some((op) => op.id === 'event-0002') ? new Problem('TOO_LARGE', '') : { results: applied(request) },
    )
    expect(end).toBe('done')
    expect([await states(), await reasons()]).toEqual([['event-0002 parked'], ['too-large']])
  })
})

describe('a poisoned op', () => {
  it('INV-13 is found by halving, and waits while the others pass: the server says later', async () => {
    await queueEdits(db, ['event-0001', 'event-0002', 'event-0003', 'event-0004'])
    for (let pass = 0; pass < 12; pass++) await passWith(poisonedBy('event-0003'))
    expect([await states(), await reasons()]).toEqual([['event-0003 waiting'], [undefined]])
  })

  it('is counted as failed only where it was alone', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    const failures = async () => (await db.outbox.orderBy('n').toArray()).map((record) => record.failures)
    const refuse: Reply = ({ ops }) => (ops.length > 0 ? new Problem('UNAVAILABLE', '') : {})
    await passWith(refuse)
    expect(await failures()).toEqual([0, 0])
    await passWith(refuse)
    expect(await failures()).toEqual([1, 0])
  })

  it('is not blamed where nothing can be read either', async () => {
    await queueEdits(db, ['event-0001'])
    for (let pass = 0; pass < 5; pass++) await passWith(() => new Response('<html>', { status: 500 }))
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', failures: 0 }])
  })

  it('that is sent after others does not take back the note that those were on their way', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    const last = (await db.outbox.orderBy('n').last())?.n
    await db.outbox.where('target').equals('marathon:event-0001').modify({ failures: SUSPECT_AFTER })
    await passWith((request) => ({ results: applied(request) }))
    expect(sent.map(({ ops }) => ops.map(({ id }) => id))).toEqual([['event-0002'], ['event-0001']])
    expect((await db.sync.get('sync'))?.sentUpTo).toBe(last)
  })

  it('causes one request and one read a pass where it is alone, not a storm', async () => {
    await queueEdits(db, ['event-0001'])
    for (let pass = 0; pass < 6; pass++) {
      sent = []
      expect(await passWith(poisonedBy('event-0001'))).toBe('halted')
      expect(sent.map(({ ops }) => ops.length)).toEqual([1, 0])
    }
  })

  it('is not seen in an outage: when the server is back, everything is sent and nothing parked', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    for (let pass = 0; pass < 20; pass++) {
      await passWith(() => ({ halted: { code: 'UNAVAILABLE' }, more: true, cursor: null }))
    }
    expect(await passWith((request) => ({ results: applied(request) }))).toBe('done')
    expect(await states()).toEqual([])
  })

  it.each<[string, Response | Problem | Error]>([
    ['the network is gone', new TypeError('Failed to fetch')],
    ['a portal answers', new Response('<html>', { status: 511 })],
    ['the session has ended', new Problem('UNAUTHENTICATED', '')],
  ])('is not what fails alone after the others because %s', async (_what, failure) => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    await db.outbox.where('target').equals('marathon:event-0001').modify({ failures: SUSPECT_AFTER })
    await passWith((request) => (request.ops[0]?.id === 'event-0001' ? failure : { results: applied(request) }))
    expect(sent.map(({ ops }) => ops.map(({ id }) => id))).toEqual([['event-0002'], ['event-0001'], []])
    expect(await states()).toEqual(['event-0001 waiting'])
  })

  it('is found where the server dies of it without a word', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    const dies: Reply = (request) =>
      request.ops.some((op) => op.id === 'event-0001')
        ? new Response('<html>', { status: 500 })
        : { results: applied(request) }
    for (let pass = 0; pass < 12; pass++) await passWith(dies)
    expect(await states()).toEqual(['event-0001 waiting'])
  })

  it('is followed into parking by an edit that rests on it', async () => {
    await queueEdits(db, ['event-0001'])
    await db.outbox.toCollection().modify({ state: 'parked' })
    await queueEdits(db, ['event-0001', 'event-0002'])
    expect(await states()).toEqual(['event-0001 parked', 'event-0001 parked', 'event-0002 waiting'])
  })
})

describe('another version', () => {
  it('keeps an op that the server does not know, and all after it, and still pulls to the end', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    const end = await passWith((request) => ({
      results: applied({ ...request, ops: request.ops.slice(0, 1) }),
      halted: request.ops.length > 0 ? { code: 'UNKNOWN_OP' } : null,
      cursor: `e.${sent.length}`,
      more: sent.length < 3,
    }))
    expect(end).toBe('needs-update')
    expect(sent.map((request) => request.ops.length)).toEqual([2, 0, 0])
    expect(await states()).toEqual(['event-0002 waiting'])
  })

  it('that is too old for the server sends nothing more, and still pulls', async () => {
    await passWith(() => ({ minVersion: 2 }))
    await queueEdits(db, ['event-0001'])
    sent = []
    expect(await passWith(() => ({ minVersion: 2, marathons: [marathonRow('event-0009')] }))).toBe('needs-update')
    expect(sent.map((request) => request.ops)).toEqual([[]])
    expect(await db.marathons.count()).toBe(1)
  })
})
