import { Carousel } from '../../ui/carousel.tsx'
import { Section } from './section.tsx'

const AUTOPLAY_MS = 5000

/** The three fixed testimonials (specification, section 3). */
const TESTIMONIALS = [
  {
    id: 1,
    name: 'Marta Lindqvist',
    photo: '/runners/runner-1.svg',
    marathonName: 'Harbour Bridge 10k',
    quote: 'There was no signal in the start pen, and the countdown just kept running. I knew my wave and my time.',
  },
  {
    id: 2,
    name: 'Samuel Okoye',
    photo: '/runners/runner-2.svg',
    marathonName: 'Old Town Night Run',
    quote: 'I applied on the train, in a tunnel. It told me plainly that it was not sent yet, and then that it was.',
  },
  {
    id: 3,
    name: 'Ingrid Vass',
    photo: '/runners/runner-3.svg',
    marathonName: 'Pine Valley Trail',
    quote: 'I organise our valley run from my phone. Everybody who applied sees a moved start time at once.',
  },
]

type Testimonial = (typeof TESTIMONIALS)[number]

/** The testimonials of the home page, as a carousel. */
export function Testimonials() {
  return (
    <Section id="runners" title="What Our Runners Say" sunken>
      <div className="mx-auto max-w-3xl">
        <Carousel
          label="Voices of runners"
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
      <blockquote className="text-xl text-balance sm:text-2xl">“{testimonial.quote}”</blockquote>
      <figcaption className="mt-auto">
        <span className="block font-bold">{testimonial.name}</span>
        <span className="text-ink-soft">{testimonial.marathonName}</span>
      </figcaption>
    </figure>
  )
}
