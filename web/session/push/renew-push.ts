import { DAY_MS } from '../../../contract/limits.ts'
import { fetchConfig } from '../../calls/server-config.ts'
import { endOnPhone, phoneRegistration } from './end-push.ts'
import { changePush, subscribePhone, tellSubscription } from './phone-push.ts'
import { endPushMark, pushMark } from './push-mark.ts'

/** The server hears of each subscription at most this often. */
const TELL_EVERY_MS = DAY_MS

/**
 * Puts right what changed while the app was closed: the browser may have ended the subscription, made a new one, or
 * taken the permission back, and the server may have a new key. It asks the user nothing. The caller tries a failure
 * again.
 */
export function renewPush(uid: string, now = Date.now()): Promise<void> {
  return changePush(async () => {
    const mark = await pushMark()
    const registration = await phoneRegistration()
    if (mark?.uid !== uid || !registration?.pushManager) return
    if (Notification.permission !== 'granted') {
      await endPushMark()
      return endOnPhone(registration)
    }
    const subscription = await registration.pushManager.getSubscription()
    const isMarked = subscription?.endpoint === mark.endpoint
    if (isMarked && now - mark.toldAt <= TELL_EVERY_MS && mark.toldAt <= now) return
    const { vapidKey } = await fetchConfig()
    if (!vapidKey) return
    if (isMarked && isFor(subscription, vapidKey)) await tellSubscription(subscription, uid)
    else await subscribePhone(registration, uid, vapidKey)
  })
}

/** Is a subscription for this key of the server? A browser that does not tell counts as yes. */
function isFor({ options }: PushSubscription, vapidKey: string): boolean {
  const key = options?.applicationServerKey
  if (!key) return true
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === vapidKey
}
