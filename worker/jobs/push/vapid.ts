import { createECDH } from 'node:crypto'
import { expected } from '../../../contract/errors.ts'
import type { Env } from '../../env.ts'

/** 32 bytes in base64url. */
const PRIVATE_KEY_LENGTH = 43

/** The keys that a push is signed with (RFC 8292). */
export interface VapidKeys {
  publicKey: string
  privateKey: string
  subject: string
}

type PushSettings = Pick<Env, 'DELIVERY_QUEUE' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'>

/** The last private key that was read, and its public key. */
let known: { privateKey: string; publicKey: string } | undefined

/**
 * The VAPID keys, or null where push is not set up: without the queue, the private key or the subject. A private key
 * that is none counts as not set up.
 */
export function vapidKeys({ DELIVERY_QUEUE, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }: PushSettings) {
  if (!DELIVERY_QUEUE || !privateKey || !subject) return null
  if (known?.privateKey !== privateKey) {
    const publicKey = publicKeyOf(privateKey)
    if (publicKey === null) return null
    known = { privateKey, publicKey }
  }
  return { ...known, subject } satisfies VapidKeys
}

function publicKeyOf(privateKey: string): string | null {
  try {
    // A shorter text would be a valid number too, but surely not the intended key.
    if (privateKey.length !== PRIVATE_KEY_LENGTH) throw new Error('wrong length')
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(privateKey, 'base64url')
    return ecdh.getPublicKey('base64url')
  } catch {
    expected('not-ours')
    console.error(JSON.stringify({ event: 'push.bad-key' }))
    return null
  }
}
