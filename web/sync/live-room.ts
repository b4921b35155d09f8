import { roomMessageSchema } from '../../contract/live.ts'
import type { AccountDb } from '../data/account-db.ts'
import { onShownMarathon, shownMarathon } from '../data/shown-marathon.ts'
import { listen } from './listen.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
/** A server without live rooms refuses every connection. After so many the phone relies on its polls. */
const MAX_REFUSALS = 5

/** The environment of a live room. Tests pass their own. */
export interface RoomWorld {
  /** The number in this phone's sync cursor; 0 before the first pull. */
  cursorSeq: () => Promise<number>
  /** Asks for a pull. */
  pull: () => void
  connect?: (url: string) => WebSocket
  random?: () => number
}

/**
 * Stays in the live room of a marathon: after each commit that touches the marathon, the phone pulls. The room carries
 * no data and may fail at any time; the poll of every minute then is what is left.
 *
 * - A message about a commit that the phone already has asks for nothing.
 * - A large room names a time to spread the pulls over.
 * - A lost connection is made again after a backoff with jitter. The phone then pulls, because it may have missed a
 *   message.
 * @returns a function that leaves the room
 */
export function enterRoom(marathonId: string, { cursorSeq, pull, ...world }: RoomWorld): () => void {
  const { connect = (url: string) => new WebSocket(url), random = Math.random } = world
  let socket: WebSocket | null = null
  let failures = 0
  let hasBeenOpen = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let spread: ReturnType<typeof setTimeout> | undefined
  let toldSeq = 0

  const open = () => {
    socket = connect(`/api/marathons/${encodeURIComponent(marathonId)}/live`)
    socket.onopen = () => {
      failures = 0
      hasBeenOpen = true
      pull()
    }
    socket.onmessage = ({ data }) => hear(data)
    // A refused connection closes too. Browsers tell no reason.
    socket.onclose = () => {
      const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
      failures += 1
      if (!hasBeenOpen && failures >= MAX_REFUSALS) return
      retry = setTimeout(open, backoff * (0.5 + random()))
    }
  }
  const hear = (data: unknown) => {
    const message = readMessage(data)
    if (!message) return
    toldSeq = Math.max(toldSeq, message.seq)
    // A pull that already waits for its time brings this commit too.
    spread ??= setTimeout(async () => {
      spread = undefined
      if ((await cursorSeq()) < toldSeq) pull()
    }, message.spreadMs * random())
  }
  open()
  return () => {
    clearTimeout(retry)
    clearTimeout(spread)
    const left = socket
    if (!left) return
    left.onmessage = left.onclose = null
    // Browsers warn of a connection that is closed before it is open.
    left.onopen = () => left.close()
    if (left.readyState !== WebSocket.CONNECTING) left.close()
  }
}

/**
 * Stays in the live room of the marathon that is shown, as long as the page is visible and has a network.
 * @param pull asks for a pull
 * @returns a function that leaves the room and stops
 */
export function followShownMarathon(db: AccountDb, pull: () => void): () => void {
  let leave: (() => void) | undefined
  let entered: string | null = null
  const follow = () => {
    const isHere = document.visibilityState === 'visible' && navigator.onLine
    const wanted = isHere ? shownMarathon() : null
    if (wanted === entered) return
    leave?.()
    entered = wanted
    leave = wanted === null ? undefined : enterRoom(wanted, { pull, cursorSeq: () => cursorSeq(db) })
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
    return undefined
  }
}
