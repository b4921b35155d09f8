import { useSyncExternalStore } from 'react'

/** One value outside of React. Parts of the app set it, and screens follow it. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** Calls a listener after every change. @returns a function that stops listening */
  subscribe: (listener: () => void) => () => void
  /** A hook that returns the value, live. */
  useValue: () => T
}

/** Makes a store. It calls its listeners only if the value differs from the last one. */
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
    useValue: () => useSyncExternalStore(subscribe, get, get),
  }
}
