import { useEffect } from 'react'
import type { Swiper } from 'swiper'

/**
 * Goes to the next slide every `everyMs` while `playing`. It waits while the mouse or a finger is on the slide, and
 * while the page is in the background. Swiper's Autoplay is not used: it requests every animation frame, which blocks a
 * slow phone.
 * @param current the slide that is shown; a change restarts the interval, so that every slide gets its full time
 */
export function useAutoAdvance(swiper: Swiper | null, playing: boolean, everyMs: number, current: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide restarts the interval
  useEffect(() => {
    if (!swiper || !playing) return
    let isTouched = false
    const onTouch = () => {
      isTouched = true
    }
    const onRelease = () => {
      isTouched = false
    }
    swiper.on('touchStart', onTouch)
    swiper.on('touchEnd', onRelease)
    const timer = setInterval(() => {
      const isHovered = matchMedia('(hover: hover)').matches && swiper.el.matches(':hover')
      if (!isTouched && !isHovered && document.visibilityState === 'visible') swiper.slideNext()
    }, everyMs)
    return () => {
      clearInterval(timer)
      swiper.off('touchStart', onTouch)
      swiper.off('touchEnd', onRelease)
    }
  }, [swiper, playing, everyMs, current])
}
