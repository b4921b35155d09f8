import { useEffect } from 'react'
import { createStore } from '../observable.ts'

/** The marathon whose screen is open. */
export interface ShownMarathon {
  id: string
  /** The screen shows check-ins or bibs: it is one of the organiser or of a helper. */
  isForStaff: boolean
}

const shown = createStore<ShownMarathon | null>(null)

/** The marathon whose screen is open; null if there is none. */
export const shownMarathon = shown.get

/**
 * Calls the listener when another screen of a marathon opens, or the last one closes. @returns a function that stops
 */
export const onShownMarathon = shown.subscribe

/**
 * Says that this screen shows a marathon. While the page is visible, sync learns of its changes at once.
 * @param options.isForStaff whether the screen shows check-ins or bibs
 */
export function useShownMarathon(id: string, { isForStaff = false } = {}): void {
  useEffect(() => {
    const here = { id, isForStaff }
    shown.set(here)
    // The next screen of the marathon opens in the same moment, and the phone stays in its room.
    return () => queueMicrotask(() => shown.get() === here && shown.set(null))
  }, [id, isForStaff])
}
