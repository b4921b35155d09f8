import { CLASH_DAYS, CONTACT_DAYS, OP_RECORD_DAYS, PRODUCT, SESSION_DAYS } from '../../../contract/limits.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const PARTS = [
  {
    title: 'What is kept on the server',
    text: `The marathons you create, with your name and email as their contact, and the applications you send: names, phone number, email and what you add. Names, phone numbers and emails of applications are erased ${CONTACT_DAYS} days after the event. When the organiser scans your entry at the event, time and gate are kept with it, and erased with it.`,
  },
  {
    title: 'Who sees it',
    text: 'Signed-in users see marathons with their contact. An application is seen by you and by the organiser of that marathon. People whom the organiser invites to help at check-in see names, bibs and who is here, without emails and phone numbers, until the organiser removes them. Nobody else sees it. The public home page shows no names and no emails. The public list of a draw shows the numbers of entries only, and keeps them until the event is deleted.',
  },
  {
    title: 'What is kept on your phone',
    text: 'Events, your applications and changes that were not sent yet, so that they work without a network. Logging out deletes them, unless you choose to keep unsent changes.',
  },
  {
    title: 'Signing in',
    text: `Accounts are held by Google Firebase, which sees your email and, if you choose it, your Google account. The one cookie we set keeps you signed in for ${SESSION_DAYS} days; it is not readable by scripts and not used for anything else.`,
  },
  {
    title: 'What we do not do',
    text: 'No advertising, no analytics, no tracking, and no card data. Pictures of events are loaded from the address that the organiser gave; that host sees the request, without the page it came from.',
  },
  {
    title: 'How long',
    text: `A note that a change was made, without contact data, is kept ${OP_RECORD_DAYS} days, so that a phone that comes back late neither loses nor repeats anything. Where two people changed the same field, both texts are kept with that note for at most ${CLASH_DAYS} days. What you delete is deleted at once. Under “Your Account” you download what is kept of you, and delete your account.`,
  },
]

/** The privacy policy. */
export function PrivacyScreen() {
  useDocumentTitle('Privacy Policy')
  return (
    <>
      <PageHeader title="Privacy Policy">What {PRODUCT} keeps, where, for whom and for how long.</PageHeader>
      <div className="shell max-w-3xl! py-10 sm:py-14">
        <div className="grid gap-8">
          {PARTS.map(({ title, text }) => (
            <section key={title} className="border-t-2 border-ink pt-4">
              <h2 className="text-xl">{title}</h2>
              <p className="mt-1 text-ink-soft">{text}</p>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
