import { type ReactNode, useState } from 'react'
import type { Swiper as SwiperInstance } from 'swiper'
import { A11y, EffectFade } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import 'swiper/css/effect-fade'
import { CarouselControls } from './carousel-controls.tsx'
import { useAutoAdvance } from './hooks/use-auto-advance.ts'

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

/** What `Carousel` becomes once Swiper is there. Moves by itself unless paused or the reader asks for less motion. */
export function CarouselSwiper(props: CarouselProps & { reducedMotion: boolean }) {
  const { slides, autoplayMs, effect, controls, reducedMotion } = props
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null)
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(!reducedMotion)
  useAutoAdvance(swiper, playing, autoplayMs, current)

  return (
    <>
      <Swiper
        className={`h-full ${controls === 'below' ? '!pb-16' : ''}`}
        modules={[A11y, EffectFade]}
        effect={effect}
        fadeEffect={{ crossFade: true }}
        speed={reducedMotion ? 0 : 600}
        loop
        // An arrow that is pressed while a slide still moves counts.
        loopPreventsSliding={false}
        a11y={{ slideRole: 'group', containerRoleDescriptionMessage: '', itemRoleDescriptionMessage: 'slide' }}
        onSwiper={setSwiper}
        onRealIndexChange={(instance) => setCurrent(instance.realIndex)}
      >
        {slides.map((slide, index) => (
          // Links of a slide that is not shown are out of reach of the Tab key.
          <SwiperSlide key={slide.key} className="!h-auto" inert={index !== current}>
            {slide.node}
          </SwiperSlide>
        ))}
      </Swiper>
      <CarouselControls
        names={slides.map((slide) => slide.name)}
        current={current}
        playing={playing}
        over={controls === 'over'}
        onGo={(index) => swiper?.slideToLoop(index)}
        onBack={() => swiper?.slidePrev()}
        onNext={() => swiper?.slideNext()}
        onToggle={() => setPlaying(!playing)}
      />
      {/* Read out only when nothing moves by itself. */}
      <p className="sr-only" aria-live={playing ? 'off' : 'polite'}>
        Slide {current + 1} of {slides.length}: {slides[current]?.name}
      </p>
    </>
  )
}
