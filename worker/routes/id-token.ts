import type { Context } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { addressKey, countCall } from '../auth/rate-limit.ts'
import { type IdTokenUser, verifyIdToken } from '../auth/verify-id-token.ts'
import type { App } from '../env.ts'

/**
 * The user of the call's Firebase ID token (Authorization: Bearer). Valid tokens are counted by account, others by
 * address: the phones of a crowd may share one address.
 * @throws Problem UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE
 */
export async function readIdToken(c: Context<App>): Promise<IdTokenUser> {
  const user = await verifiedToken(c).catch(async (error: unknown) => {
    const isWrong = error instanceof Problem && error.code === 'UNAUTHENTICATED'
    if (isWrong) await countCall(c.env, 'JWT_LIMIT', addressKey(c.req.header('CF-Connecting-IP')))
    throw error
  })
  await countCall(c.env, 'SIGN_IN_LIMIT', user.uid)
  return user
}

async function verifiedToken(c: Context<App>): Promise<IdTokenUser> {
  const token = /^Bearer ([^\s]+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw new Problem('UNAUTHENTICATED', 'Send the Firebase ID token as Authorization: Bearer.')
  return verifyIdToken(c.env, token)
}
