import { createStore } from '../store.ts'

const offer = createStore<(() => void) | null>(null)

/** Tells that a new version waits; `apply` takes it and reloads the page. For the service worker's registration. */
export const setUpdateOffer = offer.set

/** Takes the new version where one waits, else null. Live. */
export const useUpdateOffer = offer.useValue

/** How the error of a screen begins whose code is neither on this phone nor to be had. */
export const CODE_MISSING = 'code missing'

/** Loads the page anew, but only where the network would answer: what is open is worth more than an error page. */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (answer?.ok) location.reload()
  return answer?.ok ?? false
}
