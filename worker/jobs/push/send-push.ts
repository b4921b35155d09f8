import { Buffer } from 'node:buffer'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { expected } from '../../../contract/errors.ts'
import { isPushEndpoint, type NewPushSubscription, type PushPayload } from '../../../contract/push.ts'
import type { SendResult } from '../deliver/channel.ts'
import type { VapidKeys } from './vapid.ts'

/** The longest time that a push service may take for its answer. */
export const SEND_TIMEOUT_MS = 10_000

/** How a push service treats a push (RFC 8030, section 5). */
export interface PushOptions {
  /** Seconds that it keeps the push for a phone that is off. */
  ttl: number
  urgency: 'normal' | 'high'
  /** A newer push of the same topic replaces one that the phone has not got yet. At most 32 characters of base64url. */
  topic: string
}

/**
 * Sends one push: encrypted for the phone (RFC 8291) and signed (RFC 8292). It calls no host but the known push
 * services, and follows no redirect.
 * @param fetchFn tests pass their own
 */
export async function sendPush(
  subscription: NewPushSubscription,
  payload: PushPayload,
  options: PushOptions,
  keys: VapidKeys,
  fetchFn: typeof fetch = fetch,
): Promise<SendResult> {
  const { endpoint } = subscription
  // The list may have become shorter since the phone registered.
  if (!isPushEndpoint(endpoint)) return { kind: 'gone' }
  const { headers, method, body } = await buildPushPayload(
    { data: payload, options },
    { ...subscription, expirationTime: null },
    keys,
  )
  let response: Response
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
    response = await fetchFn(endpoint, { headers, method, body, redirect: 'manual', signal })
  } catch {
    return expected('no-answer', { kind: 'silent' })
  }
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: retryAfterMs(response.headers) }
  return { kind: 'refused' }
}

/** Is this the public key of a phone, a point of P-256 in base64url? */
export function canEncryptFor(p256dh: string): Promise<boolean> {
  return crypto.subtle
    .importKey('raw', Buffer.from(p256dh, 'base64url'), { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    .then(
      () => true,
      () => expected('not-ours', false),
    )
}

/** The time that Retry-After names, as seconds or as a date; null without one. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('Retry-After')?.trim()
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
