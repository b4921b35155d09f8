import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * The delay before the title is announced. A screen sets its title when it mounts, or a little later if the title needs
 * data.
 */
const TITLE_SETTLES_MS = 150

/** After a navigation it moves the focus to the content and announces the title of the page. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  const [words, setWords] = useState('')
  useEffect(() => {
    const first = shown.current === undefined
    if (shown.current === path) return
    shown.current = path
    if (first) return
    // An open pop-up keeps the focus.
    if (!document.body.classList.contains('swal2-shown')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    const timer = setTimeout(() => setWords(document.title), TITLE_SETTLES_MS)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only print:hidden">
      {words}
    </p>
  )
}
