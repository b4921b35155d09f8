import { expected } from '../../contract/errors.ts'
import { createStore } from '../store/observable.ts'

const offer = createStore<(() => void) | null>(null)

/**
 * Announces that a new version waits. The given function accepts it and reloads the page. Only the registration of the
 * service worker calls this.
 */
export const setUpdateOffer = offer.set

/** The function that accepts the waiting version; null if none waits. Live. */
export const useUpdateOffer = offer.useValue

/** The name of an error, if the code of a screen is neither on this phone nor on the network. */
export const CODE_MISSING = 'CodeMissing'

/**
 * Reloads the page if the server responds. Otherwise the open page stays, which is better than the browser's error
 * page. @returns whether it reloads
 */
export async function reloadIfReachable(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() =>
    expected('no-answer', null),
  )
  if (response?.ok) location.reload()
  return response?.ok ?? false
}
