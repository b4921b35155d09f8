import { type RefObject, useEffect } from 'react'

/**
 * Goes on every `everyMs` while `playing`. It waits while the mouse or a finger is on the element, and while the page is
 * in the background. Swiper's Autoplay is not used: it requests every animation frame, which blocks a slow phone.
 * @param next goes to the next slide
 * @param state a change restarts the interval, so that every slide gets its full time; `next` must not depend on
 *   anything else
 */
export function useAutoAdvance(
  element: RefObject<HTMLElement | null>,
  next: () => void,
  playing: boolean,
  everyMs: number,
  state: string,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide restarts the interval
  useEffect(() => {
    const box = element.current
    if (!box || !playing) return
    let isTouched = false
    const onTouch = ({ type }: Event) => {
      isTouched = type === 'touchstart'
    }
    const names = ['touchstart', 'touchend', 'touchcancel']
    for (const name of names) box.addEventListener(name, onTouch, { passive: true })
    const timer = setInterval(() => {
      const isHovered = matchMedia('(hover: hover)').matches && box.matches(':hover')
      if (!isTouched && !isHovered && document.visibilityState === 'visible') next()
    }, everyMs)
    return () => {
      clearInterval(timer)
      for (const name of names) box.removeEventListener(name, onTouch)
    }
  }, [playing, everyMs, state])
}
