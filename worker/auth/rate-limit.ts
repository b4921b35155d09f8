import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { App, Env } from '../env.ts'
import { isEmulatorMode } from './emulator-mode.ts'

const RATE_PERIOD_S = 60

type Limit = 'WRITE_LIMIT' | 'SYNC_LIMIT' | 'READ_LIMIT' | 'LIST_LIMIT' | 'JWT_LIMIT' | 'SIGN_IN_LIMIT'

/** Are rate limits on? They can be switched off in emulator mode only. */
export function isLimited(env: Env): boolean {
  return !(env.RATE_LIMITS === 'off' && isEmulatorMode(env))
}

/** Counts a call against a limit of wrangler.toml. @throws Problem RATE_LIMITED with Retry-After */
export async function countCall(env: Env, binding: Limit, key: string) {
  if (!isLimited(env)) return
  const { success } = await env[binding].limit({ key })
  if (!success) {
    throw new Problem('RATE_LIMITED', 'Too many requests. Wait a minute.', { retryAfterSeconds: RATE_PERIOD_S })
  }
}

/**
 * The key that a client's address is counted under: an IPv4 address itself, or the /64 network of an IPv6 address. An
 * IPv6 client usually has a whole /64 network and could use a new address for every call.
 * @param address the value of CF-Connecting-IP; undefined if the worker runs without Cloudflare
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

/** Counts the call against its user. */
const countAs = (limit: Limit) =>
  createMiddleware<App>(async (c, next) => {
    await countCall(c.env, limit, c.get('user').uid)
    await next()
  })

/** Counts a write. Its operation is charged separately (worker/ops/op-budget). */
export const countWrite = countAs('WRITE_LIMIT')
/** Counts a read of one row. */
export const countRead = countAs('READ_LIMIT')
/** Counts a read of many rows. Such a read costs more than one of a single row and has its own limit. */
export const countList = countAs('LIST_LIMIT')
