import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the first drawing includes the part below the first screen. It does after a reload or a back navigation, so
 * that the browser can restore the scroll position.
 */
let showsBelow = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)?.type !== 'navigate'

/** Tells whether the next drawing includes what lies below the first screen. */
export function showsBelowAtOnce(): boolean {
  return showsBelow
}

/**
 * Whether to draw what lies below the first screen. Returns false in the first drawing of the app, so that the first
 * screen is painted sooner. A second drawing then adds the part below. Later the hook always returns true.
 */
export function useShowBelowFirstScreen(): boolean {
  const [show, setShow] = useState(showsBelow)
  useEffect(() => {
    showsBelow = true
    startTransition(() => setShow(true))
  }, [])
  return show
}
