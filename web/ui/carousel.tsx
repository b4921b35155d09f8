import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import * as texts from '../texts/compiled/ui.js'
import type { CarouselProps } from './carousel-swiper.tsx'
import { useInView } from './hooks/use-in-view.ts'
import { useMedia } from './hooks/use-media.ts'

const load = () => import('./carousel-swiper.tsx')
const CarouselSwiper = lazy(() => load().then((m) => ({ default: m.CarouselSwiper })))

/** The delay leaves the phone's time to the first paint and the first list. */
const AFTER_PAINT_MS = 1200

/**
 * A carousel. It shows its first slide at once, as plain markup. When the carousel comes near the screen, Swiper loads
 * after a delay and replaces the markup in the same box. If Swiper cannot be loaded (offline at the first visit), the
 * first slide stays.
 */
export function Carousel(props: CarouselProps) {
  const [ready, setReady] = useState(false)
  const [section, isInView] = useInView<HTMLElement>()
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    if (!isInView) return
    const timer = setTimeout(
      () =>
        load().then(
          () => startTransition(() => setReady(true)),
          () => {},
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
