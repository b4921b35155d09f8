import type { ReactNode } from 'react'
import type { Swiper as SwiperInstance } from 'swiper'
import { A11y, EffectFade } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import 'swiper/css/effect-fade'
import * as texts from '../../texts/compiled/ui.js'

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

type CarouselSwiperProps = CarouselProps & {
  reducedMotion: boolean
  current: number
  /** Gets the Swiper when it is ready, and null when it goes. */
  onSwiper: (swiper: SwiperInstance | null) => void
  onCurrent: (index: number) => void
}

/** The slides of a carousel, moved by a finger or the mouse. */
export function CarouselSwiper(props: CarouselSwiperProps) {
  const { slides, effect, controls, reducedMotion, current, onSwiper, onCurrent } = props
  return (
    <Swiper
      className={`h-full ${controls === 'below' ? '!pb-16' : ''}`}
      modules={[A11y, EffectFade]}
      effect={effect}
      fadeEffect={{ crossFade: true }}
      speed={reducedMotion ? 0 : 600}
      initialSlide={current}
      loop
      // A click on an arrow during a transition still counts.
      loopPreventsSliding={false}
      a11y={{
        slideRole: 'group',
        containerRoleDescriptionMessage: '',
        itemRoleDescriptionMessage: texts.slideRole(),
      }}
      onSwiper={onSwiper}
      onDestroy={() => onSwiper(null)}
      onRealIndexChange={(instance) => onCurrent(instance.realIndex)}
    >
      {slides.map((slide, index) => (
        // The Tab key skips the links of hidden slides.
        <SwiperSlide key={slide.key} className="!h-auto" inert={index !== current}>
          {slide.node}
        </SwiperSlide>
      ))}
    </Swiper>
  )
}
