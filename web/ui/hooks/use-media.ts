import { useSyncExternalStore } from 'react'

/** Tells whether a media query matches, live. Use it only where CSS cannot do the work. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    // The build renders pages for a phone (web/prerendered-app.tsx).
    () => false,
  )
}
