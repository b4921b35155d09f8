import { useSyncExternalStore } from 'react'

let take: (() => void) | null = null
const listeners = new Set<() => void>()

/** Said by the service worker's registration: a new version waits, `apply` takes it and reloads. */
export function setUpdateOffer(apply: () => void) {
  take = apply
  for (const listener of listeners) listener()
}

/** Takes the new version where one waits, else null. */
export function useUpdateOffer(): (() => void) | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => take,
  )
}

/** How the error of a screen begins whose code is neither on this phone nor to be had. */
export const CODE_MISSING = 'code missing'

/** Loads the page anew, but only where the network would answer: what is open is worth more than an error page. */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (answer?.ok) location.reload()
  return answer?.ok ?? false
}
