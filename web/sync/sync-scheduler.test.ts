import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { NoResponse } from '../calls/call-api.ts'
import { createSyncScheduler, retryDelay, type SyncReason } from './sync-scheduler.ts'

const OFFLINE = new NoResponse('unreachable')
const HOUR_MS = 3_600_000

let scheduler: ReturnType<typeof createSyncScheduler>
let passes: { at: number; signal: AbortSignal }[]
let nextTry: number | null
let isVisible: boolean
/** The results of the next passes. */
let outcome: () => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  passes = []
  nextTry = null
  isVisible = true
  outcome = () => Promise.resolve()
  scheduler = createSyncScheduler({
    pass: (signal) => {
      passes.push({ at: Date.now(), signal })
      return outcome()
    },
    isWorthRetrying: (error) => !(error instanceof Problem && error.code === 'UNAUTHENTICATED'),
    tellNextTry: (at) => {
      nextTry = at
    },
    isVisible: () => isVisible,
    random: () => 1,
  })
})
afterEach(() => {
  scheduler.stop()
  vi.useRealTimers()
})

const fails = (error: unknown) => () => Promise.reject(error)
/** A pass that runs until it is ended. */
const hangs = () => {
  const { signal } = passes.at(-1) as { signal: AbortSignal }
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')))
  })
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Fails until the pause has its maximum length. */
async function failForLong(ms = 10 * 60_000) {
  outcome = fails(OFFLINE)
  scheduler.requestSync('visible')
  await advance(ms)
  // This is in the middle of a pause.
  const isEarly = () => Date.now() - (passes.at(-1)?.at ?? 0) < 10_000
  while (nextTry === null || nextTry - Date.now() < 20_000 || isEarly()) await advance(1000)
}

describe('a pause', () => {
  it('grows to a minute while failures go on, and tells when it ends', async () => {
    outcome = fails(OFFLINE)
    scheduler.requestSync('visible')
    await advance(0)
    expect(nextTry).toBe(Date.now() + 1000)
    await advance(1000 + 2000 + 4000)
    expect(passes).toHaveLength(4)
    await advance(10 * 60_000)
    expect(Number(nextTry) - Date.now()).toBeLessThanOrEqual(60_000)
    expect((passes.at(-1)?.at ?? 0) - (passes.at(-2)?.at ?? 0)).toBe(60_000)
  })

  it.each<SyncReason>(['edit', 'user', 'online', 'visible'])('is ended at once by %s', async (reason) => {
    await failForLong()
    const before = passes.length
    outcome = () => Promise.resolve()
    scheduler.requestSync(reason)
    await advance(0)
    expect(passes).toHaveLength(before + 1)
    expect(passes.at(-1)?.at).toBe(Date.now())
    expect(nextTry).toBeNull()
  })

  it.each<SyncReason>(['online', 'user', 'visible'])('is ended by %s after eight hours in a pocket', async (reason) => {
    await failForLong(8 * HOUR_MS)
    const before = passes.length
    scheduler.requestSync(reason)
    await advance(0)
    expect(passes.slice(before).map(({ at }) => at)).toEqual([Date.now()])
  })

  it.each<SyncReason>(['online', 'user'])('is short again after %s, also where that pass fails', async (reason) => {
    await failForLong(8 * HOUR_MS)
    scheduler.requestSync(reason)
    await advance(0)
    expect(nextTry).toBe(Date.now() + 1000)
  })

  it.each<SyncReason>(['edit', 'visible'])('goes on growing after %s where that pass fails', async (reason) => {
    await failForLong(8 * HOUR_MS)
    scheduler.requestSync(reason)
    await advance(0)
    expect(nextTry).toBe(Date.now() + 60_000)
  })

  it('is ended by edits every ten seconds at most, however many there are', async () => {
    await failForLong()
    const before = passes.length
    for (let edit = 0; edit < 300; edit += 1) {
      scheduler.requestSync('edit')
      await advance(100)
    }
    expect(passes.length - before).toBe(3)
    outcome = () => Promise.resolve()
    await advance(10_000)
    scheduler.requestSync('edit')
    await advance(0)
    // Where passes go through, each edit is sent at once.
    const sent = passes.length
    scheduler.requestSync('edit')
    await advance(0)
    expect(passes).toHaveLength(sent + 1)
  })

  it('begins anew, short, after a pass that went through', async () => {
    await failForLong()
    outcome = () => Promise.resolve()
    scheduler.requestSync('user')
    await advance(0)
    outcome = fails(OFFLINE)
    scheduler.requestSync('user')
    await advance(0)
    expect(nextTry).toBe(Date.now() + 1000)
  })

  it('that the server asked for (429) holds against all but the user', async () => {
    outcome = fails(new Problem('RATE_LIMITED', '', { retryAfterSeconds: 90 }))
    scheduler.requestSync('edit')
    await advance(0)
    for (const reason of ['edit', 'online', 'visible', 'live'] as const) scheduler.requestSync(reason)
    await advance(60_000)
    expect(passes).toHaveLength(1)
    scheduler.requestSync('user')
    await advance(0)
    expect(passes).toHaveLength(2)
    await advance(90_000)
    expect(passes).toHaveLength(3)
  })

  it('that the server asked for (429) holds for an edit that was made during that pass', async () => {
    outcome = async () => {
      if (passes.length === 1) scheduler.requestSync('edit')
      throw new Problem('RATE_LIMITED', '', { retryAfterSeconds: 90 })
    }
    scheduler.requestSync('edit')
    await advance(60_000)
    expect(passes).toHaveLength(1)
    await advance(30_000)
    expect(passes).toHaveLength(2)
  })

  it('does not follow a failure that only the user can end', async () => {
    outcome = fails(new Problem('UNAUTHENTICATED', ''))
    scheduler.requestSync('edit')
    await advance(30_000)
    expect(passes).toHaveLength(1)
    expect(nextTry).toBeNull()
    await advance(30_000)
    expect(passes).toHaveLength(2)
  })
})

describe('a pass that runs', () => {
  it('is alone, and is tried again without a pause where it fails after an edit was made', async () => {
    let failNow = () => {}
    outcome = () =>
      new Promise((_resolve, reject) => {
        failNow = () => reject(OFFLINE)
      })
    scheduler.requestSync('visible')
    scheduler.requestSync('edit')
    await advance(1000)
    expect(passes).toHaveLength(1)
    outcome = () => Promise.resolve()
    failNow()
    await advance(0)
    expect(passes).toHaveLength(2)
  })

  it('is ended and begun anew when the network is back: its request went into the old one', async () => {
    outcome = hangs
    scheduler.requestSync('visible')
    await advance(200)
    outcome = () => Promise.resolve()
    scheduler.requestSync('online')
    await advance(0)
    expect(passes.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  it('is ended by the user only where it looks stuck', async () => {
    outcome = hangs
    scheduler.requestSync('visible')
    await advance(1000)
    scheduler.requestSync('user')
    await advance(0)
    expect(passes).toHaveLength(1)
    await advance(2000)
    scheduler.requestSync('user')
    await advance(0)
    expect(passes).toHaveLength(2)
  })

  it('is ended by the user where the phone’s clock was set back meanwhile', async () => {
    outcome = hangs
    scheduler.requestSync('visible')
    await advance(1000)
    vi.setSystemTime(Date.now() - HOUR_MS)
    scheduler.requestSync('user')
    await advance(0)
    expect(passes).toHaveLength(2)
  })

  it('is never ended by an edit', async () => {
    outcome = hangs
    scheduler.requestSync('visible')
    await advance(25_000)
    scheduler.requestSync('edit')
    await advance(0)
    expect(passes).toHaveLength(1)
  })
})

it('rests for a minute, and goes on resting while nobody looks', async () => {
  scheduler.requestSync('visible')
  await advance(60_000)
  expect(passes).toHaveLength(2)
  isVisible = false
  await advance(HOUR_MS)
  expect(passes).toHaveLength(2)
})

it('rests up to a fifth less, so that phones cut off together do not pull together', async () => {
  const world = { isWorthRetrying: () => true, tellNextTry: () => {}, isVisible: () => true, random: () => 0 }
  const early: number[] = []
  const other = createSyncScheduler({ ...world, pass: async () => void early.push(Date.now()) })
  other.requestSync('visible')
  await advance(60_000)
  other.stop()
  expect(early.map((at) => at - (early[0] ?? 0))).toEqual([0, 48_000])
})

it('stops with the pass that runs, and hears nothing more', async () => {
  outcome = hangs
  scheduler.requestSync('visible')
  scheduler.stop()
  expect(passes.at(-1)?.signal.aborted).toBe(true)
  scheduler.requestSync('user')
  await advance(HOUR_MS)
  expect(passes).toHaveLength(1)
})

it.each([
  ['after a pass', () => Promise.resolve()],
  ['in a pause', fails(OFFLINE)],
])('stops %s, and does not begin another one', async (_name, ends) => {
  outcome = ends
  scheduler.requestSync('visible')
  await advance(0)
  scheduler.stop()
  expect(nextTry).toBeNull()
  await advance(HOUR_MS)
  expect(passes).toHaveLength(1)
})

describe('the backoff', () => {
  it('doubles from half a second to at most a minute, with jitter', () => {
    expect([0, 1, 2, 3].map((count) => retryDelay(count, OFFLINE, () => 0))).toEqual([500, 1000, 2000, 4000])
    expect(retryDelay(3, OFFLINE, () => 0.999)).toBeGreaterThan(7900)
    expect(retryDelay(40, OFFLINE, () => 0.999)).toBeLessThanOrEqual(60_000)
  })

  it('is never shorter than the server asked for', () => {
    const busy = new Problem('RATE_LIMITED', '', { retryAfterSeconds: 90 })
    expect(retryDelay(0, busy, () => 0)).toBe(90_000)
  })
})

describe('a change that the server tells', () => {
  it('neither ends nor skips the pause after a failure, however many come', async () => {
    outcome = () => new Promise((_resolve, reject) => setTimeout(() => reject(OFFLINE), 100))
    scheduler.requestSync('visible')
    for (let told = 0; told < 100; told++) {
      scheduler.requestSync('live')
      await advance(100)
    }
    // The passes begin at 0, 1.1, 3.2 and 7.3 s.
    expect(passes).toHaveLength(4)
    outcome = () => Promise.resolve()
    scheduler.requestSync('user')
    await advance(0)
    scheduler.requestSync('live')
    expect(passes).toHaveLength(6)
  })

  it('is not pulled while only the user can help', async () => {
    outcome = fails(new Problem('UNAUTHENTICATED', 'Sign in to do this.'))
    scheduler.requestSync('visible')
    await advance(100)
    scheduler.requestSync('live')
    await advance(100)
    expect(passes).toHaveLength(1)
  })

  it('is pulled again where a pass may have pulled before it, and by no other reason', async () => {
    for (const [reason, expected] of [
      ['live', 2],
      ['visible', 1],
    ] as const) {
      passes = []
      outcome = () => new Promise((resolve) => setTimeout(resolve, 500))
      scheduler.requestSync('user')
      await advance(100)
      scheduler.requestSync(reason)
      await advance(5000)
      expect(passes, reason).toHaveLength(expected)
    }
  })
})
