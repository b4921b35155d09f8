import { type ReactNode, useRef, useState } from 'react'
import type { Swiper as SwiperInstance } from 'swiper'
import { EffectFade } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import 'swiper/css/effect-fade'
import * as texts from '../../texts/compiled/ui.js'
import { useAutoAdvance } from '../hooks/use-auto-advance.ts'
import { CarouselControls } from './carousel-controls.tsx'

/** The props of a carousel. */
export type CarouselProps = {
  /** The accessible name of the carousel. */
  label: string
  /** The slides. They share one box, which is as tall as the tallest slide. */
  slides: { key: string | number; name: string; node: ReactNode }[]
  autoplayMs: number
  effect: 'fade' | 'slide'
  /** Whether the controls are over the lower edge of the slide, or below it. */
  controls: 'over' | 'below'
}

/**
 * A carousel that turns by itself, unless the user pauses it or prefers reduced motion. A finger, the mouse, the arrows
 * and the dots turn it too.
 */
export function CarouselSwiper(props: CarouselProps & { reducedMotion: boolean }) {
  const { slides, autoplayMs, effect, controls, reducedMotion } = props
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null)
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(!reducedMotion)
  const box = useRef<HTMLDivElement>(null)
  useAutoAdvance(box, () => swiper?.slideNext(), playing, autoplayMs, `${current} ${Boolean(swiper)}`)
  return (
    <>
      <div ref={box} className="h-full">
        <Swiper
          className={`h-full ${controls === 'below' ? '!pb-16' : ''}`}
          modules={[EffectFade]}
          effect={effect}
          fadeEffect={{ crossFade: true }}
          speed={reducedMotion ? 0 : 600}
          loop
          // A click on an arrow during a transition still counts.
          loopPreventsSliding={false}
          onSwiper={setSwiper}
          onRealIndexChange={(instance) => setCurrent(instance.realIndex)}
        >
          {slides.map((slide, index) => (
            // The Tab key skips the links of hidden slides.
            <SwiperSlide
              key={slide.key}
              className="!h-auto"
              inert={index !== current}
              role="group"
              aria-roledescription={texts.slideRole()}
              aria-label={texts.slideOf({ position: index + 1, total: slides.length, name: slide.name })}
            >
              {slide.node}
            </SwiperSlide>
          ))}
        </Swiper>
      </div>
      <CarouselControls
        names={slides.map((slide) => slide.name)}
        current={current}
        playing={playing}
        over={controls === 'over'}
        swiper={swiper}
        onToggle={() => setPlaying(!playing)}
      />
      {/* Screen readers announce the slide only while the carousel does not advance by itself. */}
      <p className="sr-only" aria-live={playing ? 'off' : 'polite'}>
        {texts.slideOf({ position: current + 1, total: slides.length, name: slides[current]?.name ?? '' })}
      </p>
    </>
  )
}
