import { callApi } from '../../calls/call-api.ts'
import { endOnPhone, PUSH_PATH, phoneRegistration } from './end-push.ts'
import { endPushMark, forgetTold, keepPushMark, markAsTold, pushMark } from './push-mark.ts'

// The push subscription of this phone. The page and the service worker both use this module.

/** Runs a change of this phone's subscription. A page and the service worker must not change it at the same time. */
export function changePush<T>(change: () => Promise<T>): Promise<T> {
  return navigator.locks.request('push', change)
}

/**
 * Subscribes this phone for the account, inside of `changePush`. The subscription is always a new one, with new keys.
 * So pushes for an earlier account of this phone cannot arrive. If the server cannot be told, the new subscription is
 * ended. The mark of this account's earlier subscription stays with `toldAt: 0`: screens show pushes as off, and
 * `renewPush` subscribes again.
 * @returns false if the account is not signed in any more
 * @throws Problem, NoResponse; the error of the browser, if its push service cannot be reached
 */
export async function subscribePhone(
  registration: ServiceWorkerRegistration,
  uid: string,
  vapidKey: string,
): Promise<boolean> {
  const before = await pushMark()
  await forgetTold()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidKey,
  })
  const { endpoint } = subscription
  try {
    // The mark comes first: the service worker shows no push of a subscription without one.
    if (await keepPushMark({ uid, endpoint, toldAt: 0 })) return await tellSubscription(subscription, uid)
    await subscription.unsubscribe()
    return false
  } catch (error) {
    if (before?.uid === uid) await keepPushMark({ ...before, toldAt: 0 })
    else await endPushMark()
    await endOnPhone(registration)
    throw error
  }
}

/**
 * Tells the server of this phone's subscription, which is marked. It may be told again.
 * @returns false if the account is not signed in any more, or the user has switched pushes off meanwhile
 * @throws Problem, NoResponse
 */
export async function tellSubscription(subscription: PushSubscription, uid: string): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: Record<string, string> }
  await callApi(PUSH_PATH, () => null, { method: 'POST', body: JSON.stringify({ endpoint, keys }) })
  return markAsTold({ uid, endpoint, toldAt: Date.now() })
}

/** Ends the pushes to this phone, at once. The server is told now or later. */
export async function unsubscribePhone(): Promise<void> {
  await endPushMark()
  await endOnPhone(await phoneRegistration())
}
