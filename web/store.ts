import { useSyncExternalStore } from 'react'

/** One value that is not React's: parts of the app set it, and screens follow it. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** @returns stops listening */
  subscribe: (listener: () => void) => () => void
  /** The value, live. A hook. */
  useValue: () => T
}

/** Makes a store. Listeners are told only of another value. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get,
    subscribe,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  }
}
