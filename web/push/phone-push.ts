import { Problem } from '../../contract/problem.ts'
import { configSchema } from '../../contract/session.ts'
import { callApi } from '../api/call-api.ts'
import { inTime } from '../data/in-time.ts'
import {
  endedPush,
  endPushMark,
  forgetEndedPush,
  forgetTold,
  keepPushMark,
  markAsTold,
  pushMark,
} from '../data/push-mark.ts'

// The push subscription of this phone. The page and the service worker both use this module.

const PATH = '/api/push-subscriptions'
const END_TIMEOUT_MS = 2000
/** The longest time for the call that ends the pushes. A logout waits for it. */
const END_CALL_MS = 5000

/** The VAPID public key of the server; null if it offers no pushes. @throws Problem, NoResponse */
export function fetchVapidKey(): Promise<string | null> {
  return callApi('/api/config', (body) => configSchema.parse(body).vapidKey)
}

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
  await callApi(PATH, () => null, { method: 'POST', body: JSON.stringify({ endpoint, keys }) })
  return markAsTold({ uid, endpoint, toldAt: Date.now() })
}

/** Ends the pushes to this phone, at once. The server is told now or later. */
export async function unsubscribePhone(): Promise<void> {
  await endPushMark()
  await endOnPhone(await phoneRegistration())
}

/**
 * Ends on this phone every subscription but the marked one, and closes the notifications of every account but the
 * marked one. It may run again. It throws nothing and takes no longer than two seconds: the service worker shows
 * nothing without a mark, and ends a subscription that is left.
 */
export async function endOnPhone(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  if (!registration) return
  const unsubscribe = async () => {
    const subscription = await registration.pushManager?.getSubscription()
    const mark = await pushMark()
    if (subscription && subscription.endpoint !== mark?.endpoint) await subscription.unsubscribe()
  }
  const close = async () => {
    const mark = await pushMark()
    const shown = (await registration.getNotifications?.()) ?? []
    for (const one of shown) if (!mark || one.data?.uid !== mark.uid) one.close()
  }
  // The push service may not answer. What is shown is closed all the same.
  await inTime(Promise.allSettled([close(), unsubscribe()]), END_TIMEOUT_MS, undefined)
}

/**
 * Tells the server that the last subscription of this phone has ended, unless it knows. If the server refuses the call,
 * it is not repeated: the account's session is over, and the push service will tell the server.
 * @throws NoResponse if there is no response
 */
export async function tellPushEnd(signal?: AbortSignal): Promise<void> {
  const endpoint = await endedPush()
  if (endpoint === null) return
  const call = { method: 'DELETE' as const, body: JSON.stringify({ endpoint }), signal, timeoutMs: END_CALL_MS }
  await callApi(PATH, () => null, call).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED') throw error
  })
  await forgetEndedPush(endpoint)
}

/** The service worker's registration, as seen by a page or by the service worker itself. */
export async function phoneRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const own = (globalThis as { registration?: ServiceWorkerRegistration }).registration
  return own ?? (await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined))
}
