import { expected } from '../../../contract/errors.ts'
import { Problem } from '../../../contract/problem.ts'
import { callApi } from '../../calls/call-api.ts'
import { inTime } from '../../store/in-time.ts'
import { endedPush, forgetEndedPush, pushMark } from './push-mark.ts'

// The end of a push subscription, which belongs to every logout. The page and the service worker both use this module.

/** The path of the API for push subscriptions. */
export const PUSH_PATH = '/api/push-subscriptions'
const END_TIMEOUT_MS = 2000
/** The longest time for the call that ends the pushes. A logout waits for it. */
const END_CALL_MS = 5000

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
  await callApi(PUSH_PATH, () => null, call).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED') throw error
  })
  await forgetEndedPush(endpoint)
}

/** The service worker's registration, as seen by a page or by the service worker itself. */
export async function phoneRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const own = (globalThis as { registration?: ServiceWorkerRegistration }).registration
  return own ?? (await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => expected('refused')))
}
