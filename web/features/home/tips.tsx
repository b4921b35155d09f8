import { Section } from './section.tsx'

const TIPS = [
  {
    title: 'Training plans',
    points: [
      'Build up over 12 to 16 weeks; add no more than a tenth to your week.',
      'Run most kilometres slowly enough to talk.',
      'Let the last two weeks be easy: fitness is made, freshness is not.',
    ],
  },
  {
    title: 'Gear',
    points: [
      'Race in shoes that already have 50 km in them.',
      'Nothing new on the day: socks, shirt and gel belt included.',
      'An old layer keeps you warm at the start and may be left there.',
    ],
  },
  {
    title: 'Nutrition',
    points: [
      'Eat what you know, three hours before the start.',
      'From 45 minutes on, take 30 to 60 g of carbohydrate an hour.',
      'Drink to thirst, and practise it in training.',
    ],
  },
  {
    title: 'Marathon-day tips',
    points: [
      'Open your event here the evening before: it then works with no signal.',
      'Be at the start an hour early; queues are longest in the last half.',
      'Run the first third slower than feels right.',
    ],
  },
]

/** The tips of the home page. */
export function Tips() {
  return (
    <Section id="tips" title="Tips & Resources">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
        {TIPS.map(({ title, points }, index) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <span aria-hidden="true" className="numeral text-2xl text-flare-text">
              {index + 1}
            </span>
            <h3 className="mt-2 text-xl">{title}</h3>
            <ul className="mt-3 grid gap-2.5 text-ink-soft">
              {points.map((point) => (
                <li key={point} className="border-l-2 border-line pl-3">
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}
