import { DAY_MS } from '../../contract/limits.ts'
import { endPushMark, pushMark } from '../data/push-mark.ts'
import {
  changePush,
  endOnPhone,
  fetchVapidKey,
  phoneRegistration,
  subscribePhone,
  tellSubscription,
} from './phone-push.ts'

/** The server hears of each subscription at most this often. */
const TELL_EVERY_MS = DAY_MS

/**
 * Puts right what the browser changed while the app was closed: it may have ended the subscription, made a new one, or
 * taken the permission back. It asks the user nothing. A failure is tried again at the next start.
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
    if (subscription?.endpoint === mark.endpoint) {
      if (now - mark.toldAt > TELL_EVERY_MS || mark.toldAt > now) await tellSubscription(subscription, uid)
      return
    }
    const vapidKey = await fetchVapidKey()
    if (vapidKey) await subscribePhone(registration, uid, vapidKey)
  })
}
