import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { useNear } from './use-near.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

const load = () => import('./carousel-swiper.tsx')
const CarouselSwiper = lazy(() => load().then((m) => ({ default: m.CarouselSwiper })))

/** Long enough for the first paint and the first list to have the phone for themselves. */
const AFTER_PAINT_MS = 1200

export type CarouselProps = {
  /** What the carousel is about, for those who hear it. */
  label: string
  /** Every slide's content by its key. All are laid over a box as tall as the tallest. */
  slides: { key: string | number; name: string; node: ReactNode }[]
  autoplayMs: number
  effect: 'fade' | 'slide'
  /** Where the row of controls lies: over the slide's lower edge, or below it. */
  controls: 'over' | 'below'
}

/**
 * Shows its first slide at once, as plain markup; Swiper arrives after the first paint, where the carousel is looked at,
 * and takes over the same box.
 * Where it never arrives (offline, first use) the first slide stays.
 */
export function Carousel(props: CarouselProps) {
  const [ready, setReady] = useState(false)
  const [section, near] = useNear<HTMLElement>()
  const reducedMotion = useReducedMotion()
  useEffect(() => {
    if (!near) return
    const timer = setTimeout(
      () =>
        load().then(
          () => startTransition(() => setReady(true)),
          () => {},
        ),
      AFTER_PAINT_MS,
    )
    return () => clearTimeout(timer)
  }, [near])
  const first = (
    <div className={`grid h-full ${props.controls === 'below' ? 'pb-16' : ''}`}>
      {props.slides.map((slide, index) => (
        // The others are there unseen, so that the box has its final height from the start.
        <div key={slide.key} className={`[grid-area:1/1] min-w-0 ${index === 0 ? '' : 'invisible'}`}>
          {index === 0 || props.controls === 'below' ? slide.node : null}
        </div>
      ))}
    </div>
  )
  return (
    <section ref={section} aria-roledescription="carousel" aria-label={props.label} className="relative h-full">
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
