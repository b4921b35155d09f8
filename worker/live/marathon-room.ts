import { DurableObject } from 'cloudflare:workers'
import { expected } from '../../contract/errors.ts'
import { CROWDED, PING, PONG, type RoomMessage } from '../../contract/live.ts'
import type { Audience, Env } from '../env.ts'
import { readRoomUrl } from './room-url.ts'

/** A room tells its n phones to spread their pulls over n times this, so that at most 500 pulls a second follow. */
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
 * has changed, and contains no data: it would have to know who may see what. The phones then pull as usual, so that nobody
 * learns more here than from a pull.
 * If a room is lost, phones learn of changes later: they pull once a minute anyway.
 */
export class MarathonRoom extends DurableObject<Env> {
  /**
   * After each message its audience has a pause. Each has its own: a pause of thousands of runners must not hold up the
   * gates. The value is the seq of the last commit that came during the pause; 0 if none came.
   */
  readonly #pauses = new Map<Audience, number>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    // A phone asks from time to time whether the connection is alive. This answer wakes no room.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /**
   * Accepts a WebSocket. The worker has checked who asks for it. The oldest one of an account with too many is closed.
   */
  override fetch(request: Request): Response {
    const { uid, isStaff } = readRoomUrl(request.url)
    const account = `uid:${uid}`
    const { 0: client, 1: server } = new WebSocketPair()
    const earlier = this.#open(account).sort((a, b) => orderOf(a) - orderOf(b))
    // A hibernating room costs nothing while nothing happens.
    this.ctx.acceptWebSocket(server, isStaff ? [account, STAFF] : [account])
    // The room may hibernate, so the order is kept with the WebSockets.
    server.serializeAttachment(1 + orderOf(earlier.at(-1)))
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
    const waiting = this.#pauses.get(audience)
    if (waiting !== undefined) {
      this.#pauses.set(audience, Math.max(seq, waiting))
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
        expected('no-answer')
      }
    }
    // A message to all tells staff too.
    if (audience === 'all' && (this.#pauses.get(STAFF) ?? 0) > 0) this.#pauses.set(STAFF, 0)
    this.#pauses.set(audience, 0)
    setTimeout(
      () => {
        const next = this.#pauses.get(audience) ?? 0
        this.#pauses.delete(audience)
        if (next > 0) this.tell(next, audience)
      },
      Math.max(MIN_PAUSE_MS, spreadMs),
    )
  }

  /** Phones have nothing else to say here. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, 'this room only tells')
  }
  /** The WebSockets with this tag, or all, without those that are being closed. */
  #open(tag?: string): WebSocket[] {
    return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN)
  }
}

/** The number of a WebSocket in the order in which its account opened them; 0 for none. */
function orderOf(socket: WebSocket | undefined): number {
  return socket?.deserializeAttachment() ?? 0
}
