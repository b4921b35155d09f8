import * as z from 'zod/mini'
import { MAX_LENGTH } from './limits.ts'

/** The push services of the browsers. A suffix begins with a dot. The worker calls no other host. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const

const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const NOT_KNOWN = 'must be an address of a known push service'

/**
 * What is wrong with the address of a push subscription, or null. The address decides where the worker sends requests,
 * so everything is refused that is not plainly a browser's push service: another host, an IP address, a port,
 * credentials, another scheme than https, and an address that is not written as a URL parser would write it.
 */
export function wrongEndpoint(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return NOT_KNOWN
  const { href, protocol, username, password, port, hostname, hash } = new URL(endpoint)
  if (protocol !== 'https:') return 'must be https'
  if (href !== endpoint || username !== '' || password !== '' || port !== '' || hash !== '') return NOT_KNOWN
  if (!HOST_NAME.test(hostname)) return NOT_KNOWN
  const isKnown = PUSH_HOSTS.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  return isKnown ? null : NOT_KNOWN
}

const endpointSchema = z.string('must be text').check(
  z.maxLength(MAX_LENGTH.url, `must be at most ${MAX_LENGTH.url} characters`),
  z.check(({ value, issues }) => {
    const wrong = wrongEndpoint(value)
    if (wrong) issues.push({ code: 'custom', message: wrong, input: value })
  }),
)

/** A push subscription as the browser gives it: `PushSubscription.toJSON()`. */
export const pushSubscriptionSchema = z.object({
  endpoint: endpointSchema,
  keys: z.object(
    {
      /** The phone's public key: 65 bytes, an uncompressed point. */
      p256dh: z.string('must be text').check(z.regex(/^B[A-Za-z0-9_-]{86}$/, 'must be 65 bytes in base64url')),
      /** The phone's secret: 16 bytes. */
      auth: z.string('must be text').check(z.regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, 'must be 16 bytes in base64url')),
    },
    'must have p256dh and auth',
  ),
})
export type NewPushSubscription = z.infer<typeof pushSubscriptionSchema>

/** Names the subscription that ends. Its keys may be sent too. */
export const pushEndSchema = z.object({ endpoint: endpointSchema })

/** What a push says. It is encrypted for the phone, and has nothing else. */
export type PushPayload = {
  kind: string
  marathonId: string
  title: string
  text: string
  /** When the notice was written, ISO 8601. */
  at: string
}
