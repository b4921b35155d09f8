import { expected } from '../../contract/errors.ts'
import { CROWDED, PING, roomMessageSchema } from '../../contract/live.ts'
import type { AccountDb } from '../store/account-db.ts'
import { onShownMarathon, type ShownMarathon, shownMarathon } from '../store/rows/shown-marathon.ts'
import { listen } from './listen.ts'
import { noteTold } from './sync-pass.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
/** Each pull for a room takes this much time of its phone: 60 a minute. The server takes 300 of an account. */
const PULL_COST_MS = 1000
/** Most pulls that may follow each other at once. */
const PULLS_AHEAD = 5

/**
 * How often a phone asks whether its connection is alive. A mobile network may drop an idle one without a word: then
 * neither side ever hears that it is closed.
 */
const PING_EVERY_MS = 45_000

/** The environment of a live room. Tests pass their own. */
export interface RoomWorld {
  /** The number in this phone's sync cursor; 0 before the first pull. */
  cursorSeq: () => Promise<number>
  /** Asks for a pull that brings this commit; 0 for none in particular. */
  pull: (toldSeq: number) => void
  /** Rooms that follow each other share one. */
  limit?: PullLimit | undefined
  connect?: (url: string) => WebSocket
  random?: () => number
}

/** A limit on the pulls for live rooms. */
export interface PullLimit {
  /** How long the next pull has to wait; 0 if it may run now. @returns ms */
  waitMs: () => number
  /** Counts a pull. */
  count: () => void
}

/**
 * Makes a token bucket: the first pulls run at once, and then 60 a minute. A small room may tell five times a second.
 * An account whose four phones pulled as often would be refused by the limit on reads. The clock is one that nobody
 * sets.
 */
export function pullLimit(): PullLimit {
  let spentUntil = 0
  return {
    waitMs: () => Math.max(0, spentUntil - performance.now() - (PULLS_AHEAD - 1) * PULL_COST_MS),
    count: () => {
      spentUntil = Math.max(spentUntil, performance.now()) + PULL_COST_MS
    },
  }
}

/** Browsers of 2023 take no relative address of a WebSocket. */
function connectTo(path: string): WebSocket {
  return new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
}

/**
 * Stays in the live room of a marathon: after each commit that touches the marathon, the phone pulls. The room carries
 * no data and may fail at any time; phones then pull once a minute.
 *
 * - A message about a commit that the phone already has asks for nothing.
 * - A large room names a time to spread the pulls over.
 * - A pull that is over the limit waits for its time, and brings all that is told meanwhile.
 * - A lost or refused connection is made again after a backoff with jitter, in the end about once a minute. This also
 *   holds if no connection was ever open, because a browser may say that it is online without internet. The phone then
 *   pulls, because it may have missed a message. A room that dies puts out all its phones at once, so those of a large
 *   room come back, and pull, spread over the time that it named last.
 * @returns a function that leaves the room
 */
export function enterRoom({ id, isForStaff }: ShownMarathon, { cursorSeq, pull, ...world }: RoomWorld): () => void {
  const { connect = connectTo, random = Math.random, limit = pullLimit() } = world
  const pulls = roomPulls({ cursorSeq, pull, limit })
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let close = () => {}
  /** The time to spread pulls over, as the room named it last, ms. */
  let spreadMs = 0

  const openAfter = (backoff: number) => {
    failures += 1
    retry = setTimeout(open, backoff * (0.5 + random()) + spreadMs * random())
  }
  const open = () => {
    let socket: WebSocket
    try {
      socket = connect(`/api/marathons/${encodeURIComponent(id)}/live${isForStaff ? '?for=staff' : ''}`)
    } catch {
      // This browser refuses to connect at all.
      return expected('refused', openAfter(MAX_RETRY_MS))
    }
    close = watch(socket, {
      opened: () => {
        const waitMs = failures > 0 ? spreadMs * random() : 0
        failures = 0
        pulls.catchUp(waitMs, waitMs === 0 ? 0 : spreadMs)
      },
      heard: (data) => {
        const message = readMessage(data)
        if (!message) return
        spreadMs = message.spreadMs
        pulls.reach(message.seq, spreadMs * random(), spreadMs)
      },
      // Without the long pause, six phones of an account would put each other out all the time.
      lost: (code) =>
        openAfter(code === CROWDED ? MAX_RETRY_MS : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)),
    })
  }
  open()
  return () => {
    clearTimeout(retry)
    pulls.stop()
    close()
  }
}

interface Connection {
  opened: () => void
  heard: (data: unknown) => void
  /** @param code why it was closed; undefined where it did not answer */
  lost: (code?: number) => void
}

/**
 * Follows a connection until it is lost, and asks it from time to time whether it is alive.
 * @returns a function that closes it. Then nothing is told any more
 */
function watch(socket: WebSocket, { opened, heard, lost }: Connection): () => void {
  let hasAnswered = true
  let pinging: ReturnType<typeof setInterval> | undefined
  const forget = () => {
    clearInterval(pinging)
    socket.onmessage = socket.onclose = null
  }
  socket.onopen = () => {
    pinging = setInterval(() => {
      if (hasAnswered) {
        hasAnswered = false
        return socket.send(PING)
      }
      // The browser may wait for minutes until it tells that the connection is closed.
      socket.close()
      forget()
      lost()
    }, PING_EVERY_MS)
    opened()
  }
  socket.onmessage = ({ data }) => {
    hasAnswered = true
    heard(data)
  }
  // A refused connection closes too. Browsers tell no reason.
  socket.onclose = ({ code }) => {
    forget()
    lost(code)
  }
  return () => {
    forget()
    // Browsers warn of a connection that is closed before it is open.
    socket.onopen = () => socket.close()
    if (socket.readyState !== WebSocket.CONNECTING) socket.close()
  }
}

/** The pulls for a room. At most one waits for its time, and it brings all that is told meanwhile. */
function roomPulls({ cursorSeq, pull, limit }: Pick<RoomWorld, 'cursorSeq' | 'pull'> & { limit: PullLimit }) {
  let next: ReturnType<typeof setTimeout> | undefined
  /** When that pull is due, and the time that the pulls for its message are spread over, ms. */
  let nextDueAt = 0
  let nextWithinMs = 0
  let toldSeq = 0
  let mayHaveMissed = false

  const pullNow = () => {
    mayHaveMissed = false
    limit.count()
    pull(toldSeq)
  }
  const pullAfter = (ms: number, withinMs: number) => {
    const waitMs = Math.max(ms, limit.waitMs())
    const dueAt = performance.now() + waitMs
    // A pull that already waits for its time brings this commit too. But what is told to the few phones of the staff
    // does not wait for a random time that was meant for all runners.
    if (next && (withinMs >= nextWithinMs / 2 || dueAt >= nextDueAt)) return
    clearTimeout(next)
    nextDueAt = dueAt
    nextWithinMs = withinMs
    next = setTimeout(async () => {
      next = undefined
      if (mayHaveMissed || (await cursorSeq()) < toldSeq) pullNow()
    }, waitMs)
  }
  return {
    /** Pulls after this time, because messages may have been missed. */
    catchUp: (ms: number, withinMs: number) => {
      if (ms === 0 && limit.waitMs() === 0) return pullNow()
      mayHaveMissed = true
      pullAfter(ms, withinMs)
    },
    /** Pulls after this time, unless the phone has reached this number by then. */
    reach: (seq: number, ms: number, withinMs: number) => {
      toldSeq = Math.max(toldSeq, seq)
      pullAfter(ms, withinMs)
    },
    stop: () => clearTimeout(next),
  }
}

/**
 * Stays in the live room of the marathon that is shown, as long as the page is visible and has a network.
 * @param pull asks for a pull, which brings all that the room has told of
 * @returns a function that leaves the room and stops
 */
export function followShownMarathon(db: AccountDb, pull: () => void): () => void {
  let leave: (() => void) | undefined
  let entered: ShownMarathon | null = null
  const limit = pullLimit()
  const pullTold = (toldSeq: number) => {
    noteTold(db, toldSeq)
    pull()
  }
  const follow = () => {
    const isHere = document.visibilityState === 'visible' && navigator.onLine
    const wanted = isHere ? shownMarathon() : null
    if (wanted?.id === entered?.id && wanted?.isForStaff === entered?.isForStaff) return
    leave?.()
    entered = wanted
    leave = wanted === null ? undefined : enterRoom(wanted, { pull: pullTold, limit, cursorSeq: () => cursorSeq(db) })
  }
  const stopListening = [
    onShownMarathon(follow),
    listen(document, 'visibilitychange', follow),
    listen(window, 'online', follow),
    listen(window, 'offline', follow),
  ]
  follow()
  return () => {
    for (const stopOne of stopListening) stopOne()
    leave?.()
  }
}

async function cursorSeq(db: AccountDb): Promise<number> {
  const record = await db.sync.get('sync')
  return Number(record?.cursor?.split('.')[1] ?? 0)
}

function readMessage(data: unknown) {
  try {
    return roomMessageSchema.safeParse(JSON.parse(String(data))).data
  } catch {
    return expected('not-ours')
  }
}
