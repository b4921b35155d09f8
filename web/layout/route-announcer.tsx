import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** The new screen names itself in the title while it mounts; a title that needs data comes a little later. */
const TITLE_SETTLES_MS = 150

/** After a navigation: the focus goes to the content, and the page's title is said. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  const [words, setWords] = useState('')
  useEffect(() => {
    const first = shown.current === undefined
    if (shown.current === path) return
    shown.current = path
    if (first) return
    // A pop-up that is open has the focus and keeps it.
    if (!document.body.classList.contains('swal2-shown')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    const timer = setTimeout(() => setWords(document.title), TITLE_SETTLES_MS)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {words}
    </p>
  )
}
