import { PRODUCT } from '../../../contract/limits.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const STRENGTHS = [
  {
    title: 'User-Friendly',
    text: 'A runner applies in a minute and an organiser edits an event on the phone, on the way to the start.',
  },
  {
    title: 'Real-Time Tracking',
    text: 'Countdowns, registration windows and participant counts are kept up to date, and say when they were saved.',
  },
  {
    title: 'Secure Payments',
    text: 'No fee is taken here and no card is ever asked for. Where an event has a fee, its organiser says how it is paid.',
  },
  {
    title: 'Community Focused',
    text: 'Anybody can create a marathon, and anybody can apply. Families share an account.',
  },
]

/** The screen about the product and its team. */
export function AboutUsScreen() {
  useDocumentTitle('About Us')
  return (
    <>
      <PageHeader title="About Us">
        The {PRODUCT} System simplifies organizing, registering for and tracking marathons.
      </PageHeader>
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-12 py-10 sm:py-14">
        <div className="grid gap-4 text-lg md:grid-cols-2 md:gap-10">
          <p>
            {PRODUCT} is the place to register for marathon events, track your progress and join the running community.
            Organisers create an event with its place, distance, registration window and start; runners find it, apply
            and follow it until the gun.
          </p>
          <p>
            A start line is a bad place for a network: thousands of phones, one mast. So everything you need on race day
            is kept on your phone. What you change without a signal waits, is marked as waiting, and is sent as soon as
            it can be.
          </p>
        </div>
        <section aria-labelledby="why">
          <h2 id="why" className="text-2xl sm:text-3xl">
            Why {PRODUCT}?
          </h2>
          <ul className="mt-6 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
            {STRENGTHS.map(({ title, text }) => (
              <li key={title} className="border-t-2 border-ink pt-4">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-labelledby="talk"
          className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6"
        >
          <div>
            <h2 id="talk" className="text-2xl">
              Questions?
            </h2>
            <p className="mt-1 text-ink-soft">We read everything that reaches us.</p>
          </div>
          <ButtonLink to="/contact" size="lg">
            Contact Us
          </ButtonLink>
        </section>
      </div>
    </>
  )
}
