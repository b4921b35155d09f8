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
