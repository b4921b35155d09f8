import { Link } from '@tanstack/react-router'
import { PRODUCT } from '../../../contract/limits.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const QUESTIONS = [
  {
    question: 'About one event',
    answer:
      'Ask its organiser: name and email stand on the event, under Event Details. They decide about start times, places and refunds.',
  },
  {
    question: 'My application says it is waiting',
    answer:
      'It is saved on your phone and not registered until it is sent. Open the app with a network before registration closes; it sends by itself.',
  },
  {
    question: 'I forgot my password',
    answer: 'Choose “Forgot Password?” on the login screen. A link to set a new one is sent to your email.',
  },
  {
    question: 'My event looks wrong',
    answer: 'Under Dashboard, My Marathon List, its organiser can change everything but the title.',
  },
]

/** The contact screen. */
export function ContactScreen() {
  useDocumentTitle('Contact')
  return (
    <>
      <PageHeader title="Contact">The fastest way to an answer is usually one of these.</PageHeader>
      <div className="shell max-w-3xl! py-10 sm:py-14">
        <div className="grid gap-8">
          {QUESTIONS.map(({ question, answer }) => (
            <section key={question} className="border-t-2 border-ink pt-4">
              <h2 className="text-xl">{question}</h2>
              <p className="mt-1 text-ink-soft">{answer}</p>
            </section>
          ))}
        </div>
        <p className="mt-10">
          How {PRODUCT} treats what you enter stands in the{' '}
          <Link to="/privacy" className="text-link">
            Privacy Policy
          </Link>
          . Or look for your next race under{' '}
          <Link to="/marathons" className="text-link">
            Marathons
          </Link>
          .
        </p>
      </div>
    </>
  )
}
