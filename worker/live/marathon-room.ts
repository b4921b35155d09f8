import { DurableObject } from 'cloudflare:workers'
import { CROWDED, type RoomMessage } from '../../contract/live.ts'
import type { Audience, Env } from '../env.ts'
import { readRoomUrl } from './room-url.ts'

/** A room of n phones is told to spread its pulls over n times this, so that at most 500 pulls a second follow. */
const SPREAD_MS_PER_PHONE = 2
/** The shortest time between two messages. Commits in between are told together. */
const MIN_PAUSE_MS = 200
/**
 * Most WebSockets of an account in a room. Each one makes the time longer over which all phones spread their pulls, so
 * an account must not have many.
 */
const MAX_OF_ACCOUNT = 5
/** The tag of the WebSockets of screens of the organiser and of helpers. */
const STAFF = 'staff'

/**
 * The live room of a marathon: the WebSockets of the phones that show a screen of it. It tells them that the marathon
 * has changed, and contains no data. The phones then pull as usual, so that nobody learns here what a pull would not
 * say. A room that is lost costs nothing but time: phones pull every minute anyway.
 */
export class MarathonRoom extends DurableObject<Env> {
  #pause: ReturnType<typeof setTimeout> | undefined
  /** What came during the pause: the seq of the last commit, and whom to tell. Null if none came. */
  #waiting: { seq: number; audience: Audience } | null = null

  /** Accepts a WebSocket. The worker has checked who asks for it. The oldest one of an account with too many is closed. */
  override fetch(request: Request): Response {
    const { uid, isStaff } = readRoomUrl(request.url)
    const account = `uid:${uid}`
    const { 0: client, 1: server } = new WebSocketPair()
    const earlier = this.#open(account).sort((a, b) => placeOf(a) - placeOf(b))
    // A hibernating room costs nothing while nothing happens.
    this.ctx.acceptWebSocket(server, isStaff ? [account, STAFF] : [account])
    // The room may hibernate, so the order is kept with the WebSockets.
    server.serializeAttachment(1 + placeOf(earlier.at(-1)))
    for (const socket of earlier.slice(0, 1 - MAX_OF_ACCOUNT))
      socket.close(CROWDED, 'newer phones of this account are here')
    return new Response(null, { status: 101, webSocket: client })
  }

  /**
   * Tells the phones of the room that a commit touched the marathon.
   * @param seq of the commit
   * @param audience whom the commit is for. Runners do not see check-ins, so their phones need not wake up for each
   */
  tell(seq: number, audience: Audience): void {
    if (this.#pause !== undefined) {
      const earlier = this.#waiting
      this.#waiting = {
        seq: Math.max(seq, earlier?.seq ?? 0),
        audience: earlier?.audience === 'all' ? 'all' : audience,
      }
      return
    }
    const sockets = this.#open(audience === 'all' ? undefined : STAFF)
    if (sockets.length === 0) return
    const spreadMs = sockets.length * SPREAD_MS_PER_PHONE
    const text = JSON.stringify({ seq, spreadMs } satisfies RoomMessage)
    for (const socket of sockets) {
      try {
        socket.send(text)
      } catch {
        // This phone is gone. It pulls when it comes back.
      }
    }
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        const next = this.#waiting
        this.#waiting = null
        if (next) this.tell(next.seq, next.audience)
      },
      Math.max(MIN_PAUSE_MS, spreadMs),
    )
  }

  /** Phones have nothing to say here. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, 'this room only tells')
  }
  /** The WebSockets with this tag, or all, without those that are being closed. */
  #open(tag?: string): WebSocket[] {
    return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN)
  }
}

/** The place of a WebSocket in the order in which its account opened them; 0 for none. */
function placeOf(socket: WebSocket | undefined): number {
  return socket?.deserializeAttachment() ?? 0
}
