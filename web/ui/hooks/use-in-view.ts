import { type RefObject, useEffect, useRef, useState } from 'react'

/** About half a phone's screen: what is scrolled to is there before it is seen. */
const MARGIN = '400px'

/**
 * Has this element come near to what is on the screen? What is not looked at costs nothing.
 * @returns a ref for the element, and whether it was near once
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
