import { type RefObject, useEffect, useRef, useState } from 'react'

/** About half a phone's screen, so that content loads before the user scrolls to it. */
const MARGIN = '400px'

/**
 * Tells whether an element has come near the visible part of the page, so that content loads only if the user looks at
 * it.
 * @returns a ref for the element, and whether it has been near
 */
export function useInView<T extends Element>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isInView || !element) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setInView(true),
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isInView])
  return [ref, isInView]
}
