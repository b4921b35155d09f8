import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import * as texts from '../../texts/compiled/ui.js'
import { useInView } from '../hooks/use-in-view.ts'
import { useMedia } from '../hooks/use-media.ts'
import type { CarouselProps } from './carousel-swiper.tsx'

const load = () => import('./carousel-swiper.tsx')
const CarouselSwiper = lazy(() => load().then((m) => ({ default: m.CarouselSwiper })))

/** The delay leaves the phone's time to the first paint and the first list. */
const AFTER_PAINT_MS = 1200

/**
 * A carousel. It shows its first slide at once, as plain markup. When it comes near the screen, Swiper gives it arrows
 * and dots after a delay, and turns it (carousel-swiper.tsx). If that code cannot be loaded (offline at the first visit), the
 * first slide stays.
 */
export function Carousel(props: CarouselProps) {
  const [ready, setReady] = useState(false)
  const [section, isInView] = useInView<HTMLElement>()
  // The carousel starts anew when the user's wish for motion changes.
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    if (!isInView) return
    const timer = setTimeout(
      () =>
        load().then(
          () => startTransition(() => setReady(true)),
          () => expected('no-code'),
        ),
      AFTER_PAINT_MS,
    )
    return () => clearTimeout(timer)
  }, [isInView])
  const first = (
    <div className={`grid h-full ${props.controls === 'below' ? 'pb-16' : ''}`}>
      {props.slides.map((slide, index) => (
        // The other slides are invisible, so that the box has its final height from the start.
        <div key={slide.key} className={`[grid-area:1/1] min-w-0 ${index === 0 ? '' : 'invisible'}`}>
          {index === 0 || props.controls === 'below' ? slide.node : null}
        </div>
      ))}
    </div>
  )
  return (
    <section
      ref={section}
      aria-roledescription={texts.carouselRole()}
      aria-label={props.label}
      className="relative h-full"
    >
      {ready ? (
        <Suspense fallback={first}>
          <CarouselSwiper key={String(reducedMotion)} {...props} reducedMotion={reducedMotion} />
        </Suspense>
      ) : (
        first
      )}
    </section>
  )
}
