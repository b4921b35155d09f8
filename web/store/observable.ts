import { useSyncExternalStore } from 'react'

/**
 * Makes a store: one value outside of React, which parts of the app set and screens follow. It calls its listeners only
 * if the value differs from the last one.
 */
export function createStore<T>(initial: T) {
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
    /** Calls a listener after every change. @returns a function that stops listening */
    subscribe,
    set(value: T) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    /** A hook that returns the value, live. */
    useValue: () => useSyncExternalStore(subscribe, get, get),
  }
}
