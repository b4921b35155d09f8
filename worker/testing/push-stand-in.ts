import { Buffer } from 'node:buffer'
import { importJWK, jwtVerify } from 'jose'
import type { NewPushSubscription, PushPayload } from '../../contract/push.ts'

/** A push as a phone gets it. */
export interface Received {
  endpoint: string
  payload: PushPayload
  ttl: number
  urgency: string | null
  topic: string | null
  /** Whom the signature names. */
  subject: unknown
}

/** A phone with the private half of its keys. */
export interface Phone {
  subscription: NewPushSubscription
  privateKey: CryptoKey
}

/** Makes the keys of a phone, as a browser does. */
export async function newPhone(endpoint: string): Promise<Phone> {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])) as CryptoKeyPair
  const p256dh = Buffer.from((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  return { subscription: { endpoint, keys }, privateKey: pair.privateKey }
}

/**
 * Checks a request to a push service and decrypts it with the phone's key. It shares no code with the library that made
 * the request.
 * @param vapidKey the public key that must have signed it
 * @throws Error if the request is not as RFC 8030, 8188, 8291 and 8292 demand
 */
export async function receivePush(request: Request, phone: Phone, vapidKey: string): Promise<Received> {
  const { headers, method, url } = request
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(headers.get('Authorization') ?? '') ?? []
  if (method !== 'POST' || key !== vapidKey) throw new Error('not a request of our server')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as Parameters<typeof importJWK>[0], 'ES256')
  const { payload: claims } = await jwtVerify(token, signer, {
    audience: new URL(url).origin,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  if ((claims.exp ?? 0) > Date.now() / 1000 + 86_400) throw new Error('a token may be valid for a day at most')
  if (headers.get('Content-Encoding') !== 'aes128gcm') throw new Error('not aes128gcm')
  const body = Buffer.from(await request.arrayBuffer()) as Buffer<ArrayBuffer>
  if (body.length > 4096) throw new Error('larger than a push service must accept')
  return {
    endpoint: url,
    payload: JSON.parse(await decrypt(body, phone)),
    ttl: Number(headers.get('TTL')),
    urgency: headers.get('Urgency'),
    topic: headers.get('Topic'),
    subject: claims.sub,
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** RFC 8291 and RFC 8188, from the side of the phone. */
async function decrypt(body: Buffer<ArrayBuffer>, { subscription, privateKey }: Phone): Promise<string> {
  const salt = body.subarray(0, 16)
  const serverKey = body.subarray(21, 21 + body.readUInt8(20))
  const p256dh = Buffer.from(subscription.keys.p256dh, 'base64url')
  const auth = Buffer.from(subscription.keys.auth, 'base64url')
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' }
  const publicKey = await crypto.subtle.importKey('raw', serverKey, ecdh, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey } as never, privateKey, 256)
  const ikm = await hkdf(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, serverKey]), 256)
  const key = await hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 128)
  const iv = await hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 96)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const record = body.subarray(21 + serverKey.length)
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte: number) => byte !== 0)) throw new Error('a wrong padding')
  return padded.subarray(0, end).toString()
}

async function hkdf(ikm: ArrayBuffer, salt: Bytes, info: Bytes, bits: number): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bits)
}
