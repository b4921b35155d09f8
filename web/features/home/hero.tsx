import * as texts from '../../texts/compiled/home.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel/carousel.tsx'
import { HERO_SLIDES, type HeroSlide } from './hero-slides.ts'

const AUTOPLAY_MS = 4000

/** The hero slider at the top of the home page. */
export function Hero() {
  return (
    // The height is the same for all slides, so that nothing below moves when the slider starts or changes the slide.
    <div className="h-[min(34rem,78svh)] min-h-104 bg-night md:h-[min(38rem,80svh)]">
      <Carousel
        label={texts.highlights()}
        controls="over"
        effect="fade"
        autoplayMs={AUTOPLAY_MS}
        slides={HERO_SLIDES.map((slide) => ({ key: slide.id, name: slide.title(), node: <Slide slide={slide} /> }))}
      />
    </div>
  )
}

function Slide({ slide }: { slide: HeroSlide }) {
  return (
    <div className="relative h-full overflow-hidden bg-night text-chalk">
      <img
        src={slide.image}
        alt=""
        width="1600"
        height="900"
        fetchPriority={slide.id === 1 ? 'high' : 'auto'}
        className="absolute inset-0 size-full object-cover object-[66%_100%] rtl:-scale-x-100"
      />
      <div className="absolute inset-0 bg-linear-to-b from-night/95 from-20% via-night/75 via-45% to-transparent to-80% md:bg-linear-to-r md:from-night/90 md:from-10% md:via-night/60 md:via-40% md:to-transparent md:to-75% md:rtl:bg-linear-to-l" />
      <div className="shell relative flex h-full flex-col justify-start pt-10 pb-20 md:justify-center md:pt-0">
        <div className="max-w-xl">
          <h2 className="text-4xl sm:text-5xl lg:text-6xl">{slide.title()}</h2>
          <p className="mt-4 max-w-md text-lg">{slide.description()}</p>
          {/* The whole slide is the link's target, and the hero cuts off what is beyond it. A mouse that drags the slide
              must not drag the link. */}
          <ButtonLink
            to={slide.to}
            size="lg"
            draggable={false}
            className="mt-6 after:absolute after:inset-y-0 after:-inset-x-[50vw]"
          >
            {texts.exploreMore()}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
