import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import type { Swiper } from 'swiper'
import { expected } from '../../../contract/errors.ts'
import * as texts from '../../texts/compiled/ui.js'
import { useAutoAdvance } from '../hooks/use-auto-advance.ts'
import { useMedia } from '../hooks/use-media.ts'
import { CarouselControls } from './carousel-controls.tsx'
import type { CarouselProps } from './carousel-swiper.tsx'

const load = () => import('./carousel-swiper.tsx')
const CarouselSwiper = lazy(() => load().then((m) => ({ default: m.CarouselSwiper })))

/** A carousel that turns. It starts anew when the user's wish for motion changes. */
export function CarouselTurning(props: CarouselProps) {
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  return <Turning key={String(reducedMotion)} {...props} reducedMotion={reducedMotion} />
}

/**
 * A carousel that turns by itself, unless the user pauses it or prefers reduced motion. Its arrows and dots turn it too.
 * Swiper, with which a finger or the mouse moves the slides, loads at the first press on the page: it is three times as
 * large as all else that the page's lists and carousels need.
 */
function Turning(props: CarouselProps & { reducedMotion: boolean }) {
  const { slides, autoplayMs, controls, reducedMotion } = props
  const [swiper, setSwiper] = useState<Swiper | null>(null)
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(!reducedMotion)
  const box = useRef<HTMLDivElement>(null)
  const isPressed = useFirstPress()
  const turn = (by: 1 | -1) => {
    if (!swiper) setCurrent((current + by + slides.length) % slides.length)
    else if (by === 1) swiper.slideNext()
    else swiper.slidePrev()
  }
  useAutoAdvance(box, () => turn(1), playing, autoplayMs, `${current} ${Boolean(swiper)}`)

  const plain = (
    <div className={`grid h-full ${controls === 'below' ? 'pb-16' : ''}`}>
      {slides.map(({ key, node }, index) => (
        // All slides have their place, so that the box has its final height. The Tab key skips the links of hidden ones.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div
          key={key}
          role="group"
          aria-roledescription={texts.slideRole()}
          inert={index !== current}
          className={`[grid-area:1/1] min-w-0 ${reducedMotion ? '' : 'transition-opacity duration-600'} ${index === current ? 'z-1' : 'opacity-0'}`}
        >
          {node}
        </div>
      ))}
    </div>
  )
  return (
    <>
      <div ref={box} className="h-full">
        {isPressed ? (
          <Suspense fallback={plain}>
            <CarouselSwiper {...props} current={current} onSwiper={setSwiper} onCurrent={setCurrent} />
          </Suspense>
        ) : (
          plain
        )}
      </div>
      <CarouselControls
        names={slides.map((slide) => slide.name)}
        current={current}
        playing={playing}
        over={controls === 'over'}
        onGo={(index) => (swiper ? swiper.slideToLoop(index) : setCurrent(index))}
        onBack={() => turn(-1)}
        onNext={() => turn(1)}
        onToggle={() => setPlaying(!playing)}
      />
      {/* Screen readers announce the slide only while the carousel does not advance by itself. */}
      <p className="sr-only" aria-live={playing ? 'off' : 'polite'}>
        {texts.slideOf({ position: current + 1, total: slides.length, name: slides[current]?.name ?? '' })}
      </p>
    </>
  )
}

/** Returns true once a finger or the mouse has pressed on the page, and Swiper is there. A key needs no Swiper. */
function useFirstPress(): boolean {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    // If Swiper cannot be loaded (offline at the first visit), the arrows and dots still turn the carousel.
    const onPress = () =>
      void load().then(
        () => startTransition(() => setPressed(true)),
        () => expected('no-code'),
      )
    addEventListener('pointerdown', onPress, { once: true, capture: true })
    return () => removeEventListener('pointerdown', onPress, true)
  }, [])
  return isPressed
}
