import * as z from 'zod/mini'
import { matches, must } from './invalid.ts'
import { MAX_LENGTH } from './limits.ts'
import type { NoticePart } from './notice.ts'

/** The push services of the browsers. A suffix begins with a dot. The worker calls no other host. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
] as const

const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * Is this the address of a push subscription? The address decides where the worker sends requests, so everything is
 * refused that is not plainly a browser's push service: another host, an IP address, a port, credentials, another
 * scheme than https, and an address that is not written as a URL parser would write it.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, username, password, port, hostname, hash } = new URL(endpoint)
  if (protocol !== 'https:' || href !== endpoint || username || password || port || hash) return false
  if (!HOST_NAME.test(hostname) || /%(?![0-9a-f]{2})/i.test(endpoint)) return false
  return PUSH_HOSTS.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}

/** The push service of an endpoint: its host, or the suffix of hosts that have any name. */
export function pushServiceOf(endpoint: string): string {
  const { hostname } = new URL(endpoint)
  return PUSH_HOSTS.find((host) => host === hostname || (host.startsWith('.') && hostname.endsWith(host))) ?? hostname
}

/**
 * The one form of an endpoint, in which it is compared and stored: what a URL parser keeps although it means nothing is
 * left out. Every other way to write the same address is refused (`isPushEndpoint`).
 */
function canonicalEndpoint(endpoint: string): string {
  return endpoint
    .replace(/^([^#]*)#$/, '$1')
    .replace(/^([^?#]*)\?$/, '$1')
    .replace(/(?<!%)%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      return /[\w.~!$()*,:;@-]/.test(character) ? character : escaped.toUpperCase()
    })
}

const endpointSchema = z
  .string()
  .check(
    z.maxLength(MAX_LENGTH.url),
    z.overwrite(canonicalEndpoint),
    must(isPushEndpoint, { code: 'NOT_VALID', values: { expected: 'the address of a push service' } }),
  )

/** A push subscription as the browser gives it: `PushSubscription.toJSON()`. */
export const pushSubscriptionSchema = z.object({
  endpoint: endpointSchema,
  keys: z.object({
    /** The phone's public key: 65 bytes, an uncompressed point. */
    p256dh: z.string().check(matches(/^B[A-Za-z0-9_-]{86}$/, '65 bytes in base64url')),
    /** The phone's secret: 16 bytes. */
    auth: z.string().check(matches(/^[A-Za-z0-9_-]{21}[AQgw]$/, '16 bytes in base64url')),
  }),
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
  /** What the text says, in values; see `noticeSchema`. */
  parts?: Exclude<NoticePart, { kind: 'clash' }>[]
  /** When the notice was written, ISO 8601. */
  at: string
}
