import { useEffect } from 'react'
import type { Swiper } from 'swiper'

/**
 * Goes to the next slide every `everyMs` while `playing`, but not under the mouse or a finger, nor in the background.
 * Not by Swiper's Autoplay: that one asks for every frame to count the time down, and on a slow phone nothing else gets
 * its turn any more.
 * @param current the slide that is shown: whoever went to it sees it for its whole time
 */
export function useAutoAdvance(swiper: Swiper | null, playing: boolean, everyMs: number, current: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide begins the time anew
  useEffect(() => {
    if (!swiper || !playing) return
    let touched = false
    const onTouch = () => {
      touched = true
    }
    const onRelease = () => {
      touched = false
    }
    swiper.on('touchStart', onTouch)
    swiper.on('touchEnd', onRelease)
    const timer = setInterval(() => {
      const looked = matchMedia('(hover: hover)').matches && swiper.el.matches(':hover')
      if (!touched && !looked && document.visibilityState === 'visible') swiper.slideNext()
    }, everyMs)
    return () => {
      clearInterval(timer)
      swiper.off('touchStart', onTouch)
      swiper.off('touchEnd', onRelease)
    }
  }, [swiper, playing, everyMs, current])
}
