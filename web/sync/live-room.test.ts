import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CROWDED } from '../../contract/live.ts'
import type { SyncRequest } from '../../contract/sync.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import type { AccountDb } from '../store/account-db.ts'
import { shownMarathon, useShownMarathon } from '../store/rows/shown-marathon.ts'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount, responseOf } from '../testing/test-account.ts'
import { enterRoom, followShownMarathon, type PullLimit, pullLimit } from './live-room.ts'
import { syncPass } from './sync-pass.ts'

/** Stands for the browser's WebSocket. The real one is in the end-to-end test. */
class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  close = vi.fn()
  send = vi.fn()
  readyState: number = WebSocket.OPEN
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
}

let sockets: FakeSocket[] = []
let cursor = 0
const pull = vi.fn()
const last = () => {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket')
  return socket
}
function fakeConnect(url: string) {
  const socket = new FakeSocket(url)
  sockets.push(socket)
  return socket as unknown as WebSocket
}
const enter = (limit?: PullLimit, isForStaff = false) =>
  enterRoom(
    { id: 'm 1', isForStaff },
    {
      limit,
      pull,
      cursorSeq: async () => cursor,
      connect: fakeConnect,
      random: () => 0.5,
    },
  )
const lose = (socket: FakeSocket, code = 1006) => socket.onclose?.({ code })
const say = (message: object) => last().onmessage?.({ data: JSON.stringify(message) })

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  cursor = 5
  pull.mockReset()
})
afterEach(() => vi.useRealTimers())

test('a commit that this phone does not have is pulled, and its own is not', async () => {
  enter()
  expect(last().url).toBe('/api/marathons/m%201/live')
  say({ seq: 5, spreadMs: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).not.toHaveBeenCalled()
  say({ seq: 6, spreadMs: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(pull.mock.calls).toEqual([[6]])
})

test('the next pull asks for the commit that the room told of, so that no older copy answers', async () => {
  vi.useRealTimers()
  const db = await emptyAccount()
  vi.stubGlobal('WebSocket', FakeSocket)
  const connected = vi.spyOn(globalThis, 'WebSocket').mockImplementation(fakeConnect as never)
  const screen = renderHook(() => useShownMarathon('event-0001'))
  await until(() => expect(shownMarathon()).not.toBeNull())
  const stop = followShownMarathon(db, pull)
  say({ seq: 6, spreadMs: 0 })
  say({ seq: 4, spreadMs: 0 })
  await until(() => expect(pull).toHaveBeenCalled())
  const sent: SyncRequest[] = []
  const send = async (_path: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json(wireOf(responseOf({ cursor: 'e.6' })))
  }
  await syncPass(db, { fetch: send as typeof fetch, now: () => 0 })
  expect(sent).toMatchObject([{ toldSeq: 6 }])
  stop()
  screen.leave()
  connected.mockRestore()
  vi.unstubAllGlobals()
})

test('a screen of the organiser or of a helper asks for check-ins and bibs too', () => {
  enter(undefined, true)
  expect(last().url).toBe('/api/marathons/m%201/live?for=staff')
})

test('a browser that refuses to connect at all breaks nothing, and is asked again after a minute', async () => {
  const connect = vi.fn(() => {
    throw new DOMException('', 'SyntaxError')
  })
  const world = { pull, cursorSeq: async () => cursor, connect, random: () => 0.5 }
  const leave = enterRoom({ id: 'm 1', isForStaff: false }, world)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(connect).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(connect).toHaveBeenCalledTimes(2)
  leave()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(connect).toHaveBeenCalledTimes(2)
})

test('the room that a phone is in follows the screen that is open', async () => {
  vi.useRealTimers()
  const urls: string[] = []
  const close = vi.fn()
  vi.stubGlobal(
    'WebSocket',
    class {
      static CONNECTING = 0
      readyState = 1
      close = close
      constructor(url: string) {
        urls.push(url)
      }
    },
  )
  const stop = followShownMarathon({} as AccountDb, pull)
  const show = async (isForStaff: boolean) => {
    const before = shownMarathon()
    const screen = renderHook(() => useShownMarathon('event-0001', { isForStaff }))
    await until(() => expect(shownMarathon()).not.toBe(before))
    return screen
  }
  const details = await show(false)
  const startLine = await show(false)
  details.leave()
  // The start line shows what the details show, so the phone stays. The gate shows more.
  const gate = await show(true)
  startLine.leave()
  // Absolute: a browser of 2023 throws for a relative address of a WebSocket.
  const rooms = `${location.origin.replace('http', 'ws')}/api/marathons/event-0001/live`
  expect(urls).toEqual([rooms, `${rooms}?for=staff`])
  expect(close).toHaveBeenCalledTimes(1)
  // Without a network the phone leaves, and comes back with it.
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  expect(close).toHaveBeenCalledTimes(2)
  isOnline.mockRestore()
  dispatchEvent(new Event('online'))
  expect(urls).toHaveLength(3)
  gate.leave()
  await until(() => expect(close).toHaveBeenCalledTimes(3))
  stop()
  vi.unstubAllGlobals()
})

test('a large room spreads its pulls, and one pull is enough for all that is said meanwhile', async () => {
  enter()
  say({ seq: 6, spreadMs: 4000 })
  say({ seq: 7, spreadMs: 4000 })
  await vi.advanceTimersByTimeAsync(1999)
  expect(pull).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(1)
  // The pull brought both.
  cursor = 7
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('what is told to the staff alone does not wait for the time of all runners', async () => {
  enter(undefined, true)
  say({ seq: 6, spreadMs: 20_000 })
  say({ seq: 7, spreadMs: 4 })
  await vi.advanceTimersByTimeAsync(2)
  expect(pull).toHaveBeenCalledTimes(1)
  cursor = 7
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a room that two runners left does not choose an earlier time at each message', async () => {
  const randoms = [0.9, 0.1, 0.1]
  const world = { pull, cursorSeq: async () => cursor, random: () => randoms.shift() ?? 0 }
  enterRoom({ id: 'm 1', isForStaff: false }, { ...world, connect: fakeConnect })
  for (const spreadMs of [4000, 3996, 3992]) say({ seq: 6, spreadMs })
  await vi.advanceTimersByTimeAsync(3599)
  expect(pull).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a lost connection is made again with longer and longer pauses, and then the phone pulls', async () => {
  enter()
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(1)
  for (const [index, pauseMs] of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].entries()) {
    lose(last())
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(sockets).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets).toHaveLength(index + 2)
  }
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a server that cannot be reached is tried about once a minute while the screen is open', async () => {
  enter()
  // The pauses before that are shorter and are two minutes together.
  for (let attempt = 0; attempt < 7; attempt++) {
    lose(last())
    await vi.advanceTimersByTimeAsync(60_000)
  }
  for (let minute = 0; minute < 60; minute++) {
    const before = sockets.length
    lose(last())
    await vi.advanceTimersByTimeAsync(59_999)
    expect(sockets).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets).toHaveLength(before + 1)
  }
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a small room that tells five times a second causes 60 pulls a minute, the first at once', async () => {
  pull.mockImplementation(() => {
    cursor = told
  })
  let told = cursor
  enter()
  const start = Date.now()
  while (Date.now() - start < 600_000) {
    told += 1
    say({ seq: told, spreadMs: 0 })
    await vi.advanceTimersByTimeAsync(0)
    if (told === 6) expect(pull).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
  }
  // 60 a minute, and the five at the beginning.
  expect(pull.mock.calls.length).toBeGreaterThanOrEqual(600)
  expect(pull.mock.calls.length).toBeLessThanOrEqual(605)
  // The last message was held back, and its pull follows.
  await vi.advanceTimersByTimeAsync(3000)
  expect(cursor).toBe(told)
  const pulled = pull.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull).toHaveBeenCalledTimes(pulled)
})

test('a large room that dies gets phones and pulls back spread over the time that it named', async () => {
  enter()
  last().onopen?.()
  say({ seq: 6, spreadMs: 4000 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(pull).toHaveBeenCalledTimes(2)
  lose(last())
  // A second, and half of the spread: the random number of these tests is one half.
  await vi.advanceTimersByTimeAsync(2999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets).toHaveLength(2)
  last().onopen?.()
  await vi.advanceTimersByTimeAsync(1999)
  expect(pull).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(3)
})

test('a connection that does not answer is made again, and one that answers stays', async () => {
  enter()
  const first = last()
  first.onopen?.()
  for (let turn = 0; turn < 3; turn++) {
    await vi.advanceTimersByTimeAsync(45_000)
    expect(first.send).toHaveBeenLastCalledWith('ping')
    first.onmessage?.({ data: 'pong' })
  }
  expect([first.close.mock.calls.length, first.send.mock.calls.length]).toEqual([0, 3])
  pull.mockReset()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(first.close).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
  // The browser tells of the end much later.
  lose(first)
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(2)
})

test('a clock that is put back does not hold up pulls', async () => {
  enter()
  for (let seq = 6; seq < 12; seq++) {
    say({ seq, spreadMs: 0 })
    await vi.advanceTimersByTimeAsync(1)
  }
  vi.setSystemTime(Date.now() - 3_600_000)
  say({ seq: 12, spreadMs: 0 })
  pull.mockReset()
  await vi.advanceTimersByTimeAsync(1100)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a connection lost again and again causes no more pulls than messages, and one at last', async () => {
  enter()
  for (let turn = 0; turn < 240; turn++) {
    last().onopen?.()
    lose(last())
    await vi.advanceTimersByTimeAsync(250)
  }
  expect(pull.mock.calls.length).toBeLessThanOrEqual(65)
  const pulled = pull.mock.calls.length
  last().onopen?.()
  await vi.advanceTimersByTimeAsync(3000)
  expect(pull).toHaveBeenCalledTimes(pulled + 1)
})

test('a phone that goes from screen to screen pulls no more often', async () => {
  const limit = pullLimit()
  for (let turn = 0; turn < 240; turn++) {
    const leave = enter(limit)
    last().onopen?.()
    await vi.advanceTimersByTimeAsync(250)
    leave()
  }
  expect(pull.mock.calls.length).toBeLessThanOrEqual(65)
  enter(limit)
  const pulled = pull.mock.calls.length
  last().onopen?.()
  await vi.advanceTimersByTimeAsync(3000)
  expect(pull).toHaveBeenCalledTimes(pulled + 1)
})

test('a phone that may not pull when it enters a room pulls as soon as it may', async () => {
  const limit = pullLimit()
  while (limit.waitMs() === 0) limit.count()
  enter(limit)
  last().onopen?.()
  await vi.advanceTimersByTimeAsync(limit.waitMs() - 1)
  expect(pull).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a phone that had to make room for a newer one of its account comes back after a minute', async () => {
  enter()
  last().onopen?.()
  lose(last(), CROWDED)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets).toHaveLength(2)
  last().onopen?.()
  lose(last())
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(3)
})

test('who leaves the room is told nothing more', async () => {
  const leave = enter()
  const socket = last()
  say({ seq: 6, spreadMs: 1000 })
  leave()
  expect(socket.close).toHaveBeenCalled()
  lose(socket)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(pull).not.toHaveBeenCalled()
  expect(sockets).toHaveLength(1)
})

test.each(['', 'hello', '{}', '{"seq":"6"}', 'null'])('a message that is none (%s) does nothing', async (data) => {
  enter()
  last().onmessage?.({ data })
  await vi.advanceTimersByTimeAsync(1000)
  expect(pull).not.toHaveBeenCalled()
})

test('a connection that is left before it is open is closed when it opens, and asks for nothing', () => {
  const leave = enter()
  last().readyState = WebSocket.CONNECTING
  leave()
  expect(last().close).not.toHaveBeenCalled()
  last().onopen?.()
  expect(last().close).toHaveBeenCalledTimes(1)
  expect(pull).not.toHaveBeenCalled()
})
