import * as texts from '../../texts/compiled/home.js'
import { Carousel } from '../../ui/carousel/carousel.tsx'
import { Section } from './section.tsx'

const AUTOPLAY_MS = 5000

/** The three fixed testimonials (specification, section 3). */
const TESTIMONIALS = [
  {
    id: 1,
    name: 'Marta Lindqvist',
    photo: '/runners/runner-1.svg',
    marathonName: texts.runnerMarathon1,
    quote: texts.quote1,
  },
  {
    id: 2,
    name: 'Samuel Okoye',
    photo: '/runners/runner-2.svg',
    marathonName: texts.runnerMarathon2,
    quote: texts.quote2,
  },
  {
    id: 3,
    name: 'Ingrid Vass',
    photo: '/runners/runner-3.svg',
    marathonName: texts.runnerMarathon3,
    quote: texts.quote3,
  },
]

type Testimonial = (typeof TESTIMONIALS)[number]

/** The testimonials of the home page, as a carousel. */
export function Testimonials() {
  return (
    <Section
      id="runners"
      title={texts.runnersTitle()}
      intro={texts.runnersAreSamples()}
      sunken
      farBelow="[contain-intrinsic-height:auto_36rem]"
    >
      <div className="mx-auto max-w-3xl">
        <Carousel
          label={texts.runnersLabel()}
          controls="below"
          effect="slide"
          autoplayMs={AUTOPLAY_MS}
          slides={TESTIMONIALS.map((testimonial) => ({
            key: testimonial.id,
            name: testimonial.name,
            node: <Quote testimonial={testimonial} />,
          }))}
        />
      </div>
    </Section>
  )
}

function Quote({ testimonial }: { testimonial: Testimonial }) {
  return (
    <figure className="flex h-full flex-col items-center gap-5 px-2 text-center">
      <img
        src={testimonial.photo}
        alt=""
        width="96"
        height="96"
        loading="lazy"
        className="size-24 rounded-full border-4 border-surface"
      />
      <blockquote className="text-xl text-balance sm:text-2xl">{testimonial.quote()}</blockquote>
      <figcaption className="mt-auto">
        <span className="block font-bold">{testimonial.name}</span>
        <span className="text-ink-soft">{testimonial.marathonName()}</span>
      </figcaption>
    </figure>
  )
}
