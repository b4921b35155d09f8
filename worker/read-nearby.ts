import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isSecure } from './auth/session.ts'
import { nearestD1 } from './db/nearest-d1.ts'
import type { App } from './env.ts'

/** The bookmark of what this browser has written. */
const WRITTEN = 'bookmark'
/** The bookmark of what it has read. The answer to a read may come after that to a later write, and has an older one. */
const READ = 'bookmark-read'
/** Longer than a replica lags behind. After that any replica is as new as what this browser has seen. */
const COOKIE_S = 3600

/**
 * Lets the reads of a request go to the nearest copy of the database that is as new as what its browser has seen
 * (docs/decisions/063-reads-near-the-reader.md). Two cookies carry the bookmarks from one call to the next.
 *
 * - GET and HEAD read near the reader, except the health, which asks the primary. All other calls run at the primary;
 *   POST /sync without ops moves its pull near the reader itself.
 * - Only responses to a signed-in user set the cookies, and none that a cache may keep. A logout deletes them.
 */
export const readNearby = createMiddleware<App>(async (c, next) => {
  const sent = { [WRITTEN]: getCookie(c, WRITTEN), [READ]: getCookie(c, READ) }
  const { db, reads } = nearestD1(c.env.DB, Object.values(sent))
  c.env = { ...c.env, DB: db }
  c.set('reads', reads)
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (isRead && c.req.path !== '/api/health') reads.startNear()

  await next()

  const bookmark = reads.bookmark()
  const isLogout = c.req.path === '/api/logout' || c.req.path === '/api/logout-everywhere'
  if (isLogout && c.res.ok) {
    setBookmark(c, WRITTEN, '', 0)
    return setBookmark(c, READ, '', 0)
  }
  const isSignedIn = c.get('user') !== undefined && c.res.status !== 401
  const isPrivate = isSignedIn && c.res.headers.get('Cache-Control') === 'no-store'
  if (!isPrivate || bookmark === null) return
  const names = { write: [WRITTEN], read: [READ], refused: [WRITTEN, READ] } as const
  for (const name of names[reads.kind()]) if (bookmark !== sent[name]) setBookmark(c, name, bookmark, COOKIE_S)
})

/** @param maxAge how long the cookie lives, seconds; 0 deletes it */
function setBookmark(c: Context<App>, name: typeof WRITTEN | typeof READ, bookmark: string, maxAge: number) {
  const options = { path: '/api', httpOnly: true, secure: isSecure(c), sameSite: 'Strict', maxAge } as const
  c.res.headers.append('Set-Cookie', generateCookie(name, bookmark, options))
}
