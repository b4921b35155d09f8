import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterRoom } from './live-room.ts'

/** Stands for the browser's WebSocket. The real one is in the end-to-end test. */
class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  close = vi.fn()
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
const enter = () =>
  enterRoom('m 1', {
    pull,
    cursorSeq: async () => cursor,
    connect: (url) => {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    random: () => 0.5,
  })
const say = (message: object) => last().onmessage?.({ data: JSON.stringify(message) })

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  cursor = 5
  pull.mockClear()
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
  expect(pull).toHaveBeenCalledTimes(1)
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

test('a lost connection is made again with longer and longer pauses, and then the phone pulls', async () => {
  enter()
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(1)
  for (const [index, pauseMs] of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].entries()) {
    last().onclose?.()
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(sockets).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets).toHaveLength(index + 2)
  }
  last().onopen?.()
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a server that refuses every connection is asked five times', async () => {
  enter()
  for (let attempt = 0; attempt < 10; attempt++) {
    last().onclose?.()
    await vi.advanceTimersByTimeAsync(100_000)
  }
  expect(sockets).toHaveLength(5)
})

test('who leaves the room is told nothing more', async () => {
  const leave = enter()
  const socket = last()
  say({ seq: 6, spreadMs: 1000 })
  leave()
  expect(socket.close).toHaveBeenCalled()
  socket.onclose?.()
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
