import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { App, Env } from '../env.ts'
import { isEmulatorMode } from './verify-id-token.ts'

const RATE_PERIOD_S = 60

/** Writes come from our own pages only: a same-origin Sec-Fetch-Site, or, where a browser sends none, Origin. */
export const requireSameOrigin = createMiddleware<App>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const site = c.req.header('Sec-Fetch-Site')
    const same = site ? site === 'same-origin' : c.req.header('Origin') === new URL(c.req.url).origin
    if (!same) throw new Problem('FORBIDDEN', 'Writes are accepted from this site only.')
  }
  await next()
})

/** Counts a call against a limit of wrangler.toml. @throws Problem RATE_LIMITED with Retry-After */
export async function countCall(c: Context<App>, binding: 'WRITE_LIMIT' | 'SYNC_LIMIT' | 'JWT_LIMIT', key: string) {
  if (c.env.RATE_LIMITS === 'off' && isEmulatorMode(c.env)) return
  const limiter: Env[typeof binding] = c.env[binding]
  const { success } = await limiter.limit({ key })
  if (!success) {
    throw new Problem('RATE_LIMITED', 'Too many requests. Wait a minute.', { retryAfterSeconds: RATE_PERIOD_S })
  }
}

/**
 * Whom an address is counted as. An IPv6 client owns its whole /64 and could take a new address for every call.
 * @param address as Cloudflare gives it; none where the worker runs without Cloudflare
 */
export function addressKey(address: string | undefined): string {
  if (!address?.includes(':')) return address ?? 'unknown'
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** A write that must be counted against its user. */
export const countWrite = createMiddleware<App>(async (c, next) => {
  await countCall(c, 'WRITE_LIMIT', c.get('user').uid)
  await next()
})
