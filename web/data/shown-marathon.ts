import { useEffect } from 'react'
import { createStore } from '../store.ts'

const shown = createStore<string | null>(null)

/** The id of the marathon whose screen is open; null if there is none. */
export const shownMarathon = shown.get

/** Calls the listener when another marathon's screen opens, or the last one closes. @returns a function that stops */
export const onShownMarathon = shown.subscribe

/** Says that this screen shows a marathon. While the page is visible, sync learns of its changes at once. */
export function useShownMarathon(id: string): void {
  useEffect(() => {
    shown.set(id)
    return () => {
      if (shown.get() === id) shown.set(null)
    }
  }, [id])
}
