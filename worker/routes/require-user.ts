import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DAY_MS, WRITE_DAYS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { readSession } from '../auth/session.ts'
import type { User } from '../auth/user.ts'
import type { App } from '../env.ts'
import { assertNotEnded, type SessionsEnd, sessionsEnd } from '../ops/account.ts'

// Who may call (docs/decisions/058-sessions-that-end.md). A read needs a session, and a write one of the last day. A
// session that was ended is refused: for a write at once, for a read within a minute.

const KNOWN_MS = 60_000
/** Most accounts that an isolate keeps in memory. */
const MAX_KNOWN = 5000

/** When the sessions of accounts were ended, as this isolate read it. A full map is cleared. */
const known = new Map<string, { end: SessionsEnd | null; readAt: number }>()

/** Lets only signed-in users pass, and sets `user`. It runs before a route reads anything else of the request. */
export const requireUser = createMiddleware<App>(async (c, next) => {
  const user = await readSession(c)
  if (!user) throw new Problem('UNAUTHENTICATED', 'Sign in to do this.')
  c.set('user', user)
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    await next()
    // A write checks for itself whether the session was ended, unless it is refused before it reads anything.
    const isUnread = c.error instanceof Problem && c.get('d1').meter.roundTrips === 0
    if (isUnread && c.res.status !== 429) await assertOpen(c)
    return
  }
  const check = knownEnd(c.env.DB, user.uid).then((end) => assertNotEnded(user.issuedAt, end))
  // The read runs beside the check. A WebSocket waits, because it would be open before the check has ended.
  if (c.req.header('Upgrade')) await check
  await Promise.allSettled([check, next()])
  await check
})

/** Lets a write pass if its session is not older than a day. The op checks whether the session was ended. */
export const requireFresh = createMiddleware<App>(async (c, next) => {
  assertFresh(c.get('user'))
  await next()
})

/** Lets a write pass if its session was not ended. It is for writes that make no op. */
export const requireOpen = createMiddleware<App>(async (c, next) => {
  await assertOpen(c)
  await next()
})

/** Asks the database. @throws Problem UNAUTHENTICATED if the session was ended */
export async function assertOpen(c: Context<App>) {
  const { uid, issuedAt } = c.get('user')
  assertNotEnded(issuedAt, await sessionsEnd(c.env.DB, uid))
}

/** @throws Problem UNAUTHENTICATED if the session is too old for a write */
export function assertFresh(user: User) {
  if (isFresh(user)) return
  throw new Problem('UNAUTHENTICATED', 'This session is too old to change anything. Sign in again.')
}

/** Is the session of the last day? */
export function isFresh({ issuedAt }: User): boolean {
  return Date.now() - issuedAt * 1000 <= WRITE_DAYS * DAY_MS
}

/** When the account's sessions were ended, as it was within the last minute. */
async function knownEnd(d1: D1Database, uid: string): Promise<SessionsEnd | null> {
  const now = Date.now()
  const entry = known.get(uid)
  if (entry && now - entry.readAt >= 0 && now - entry.readAt < KNOWN_MS) return entry.end
  const end = await sessionsEnd(d1, uid)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(uid, { end, readAt: now })
  return end
}
