import { DAY_MS } from '../../contract/limits.ts'
import type { SyncRecord } from '../store/account-db.ts'

// How this phone knows the server's time: its own clock and an offset. A response is a sample of the offset.

/** What is known of the offset between the server's clock and the phone's clock. */
export type ServerClock = Pick<SyncRecord, 'serverOffsetMs' | 'offsetErrorMs' | 'offsetTakenAt'>

/** The clocks of phones drift apart by less than this. */
const DRIFT = 1e-4
/** The phone's clock is read to about this. */
const TICK_MS = 1
/** A jump of the phone's clock below this is ignored. It is what timers and pauses make. */
export const LEAST_JUMP_MS = 1000
/** A network sets a phone's clock right to about this. */
const SET_RIGHT_MS = 2000
/** The error of an offset of which nothing is known. */
export const UNKNOWN_MS = DAY_MS

/** When a request was sent, and when its response began to arrive, ms by the phone's clock. */
export interface Line {
  askedAt: number
  answeredAt: number
}

/**
 * The offset after a response. The server wrote `serverTime` at some moment between the two ends of the line, so the
 * middle is wrong by half of that time at most. The surest sample is kept, and loses what it is worth as it ages: a slow
 * answer moves no clock. A sample that cannot be true together with the kept one shows that the phone's clock was set.
 */
export function clockAfter(before: ServerClock, serverTime: number, { askedAt, answeredAt }: Line): ServerClock {
  const kept = {
    serverOffsetMs: before.serverOffsetMs,
    offsetErrorMs: before.offsetErrorMs,
    offsetTakenAt: before.offsetTakenAt,
  }
  // The phone's clock was set back while the request ran.
  if (answeredAt < askedAt) return kept
  const serverOffsetMs = Math.round(serverTime - (askedAt + answeredAt) / 2)
  const offsetErrorMs = (answeredAt - askedAt) / 2 + TICK_MS
  const errorNow = errorOf(before, answeredAt)
  const isApart = Math.abs(serverOffsetMs - before.serverOffsetMs) > offsetErrorMs + errorNow
  if (offsetErrorMs > errorNow && !isApart) return kept
  return { serverOffsetMs, offsetErrorMs, offsetTakenAt: answeredAt }
}

/** How wrong the offset may be by now, ms. @param now ms by the phone's clock */
function errorOf({ offsetErrorMs, offsetTakenAt }: ServerClock, now: number): number {
  // Without a sample, or before it: the phone's clock was set back since.
  if (offsetErrorMs === undefined || offsetTakenAt === undefined || now < offsetTakenAt) return UNKNOWN_MS
  return offsetErrorMs + (now - offsetTakenAt) * DRIFT
}

/**
 * The offset after the phone's clock has jumped, against `performance.now()`. It stands still while a phone sleeps, so a
 * jump forward is sleep, unless it brings the phone's clock to the server's time: then a network has set it. A clock
 * that goes back was set.
 * @returns null if the offset is as good as before
 */
export function clockAfterJump(before: ServerClock, jumpMs: number, now: number): ServerClock | null {
  const serverOffsetMs = Math.round(before.serverOffsetMs - jumpMs)
  const isSetRight = Math.abs(serverOffsetMs) < SET_RIGHT_MS && Math.abs(before.serverOffsetMs) >= SET_RIGHT_MS
  if (Math.abs(jumpMs) < LEAST_JUMP_MS || (jumpMs > 0 && !isSetRight)) return null
  return { serverOffsetMs, offsetErrorMs: errorOf(before, now - jumpMs) + LEAST_JUMP_MS, offsetTakenAt: now }
}
