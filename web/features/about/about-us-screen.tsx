import { PRODUCT } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/about.js'
import { ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { operatorEmail } from './operator.ts'

const STRENGTHS = [
  { title: texts.friendlyTitle, text: texts.friendlyText },
  { title: texts.trackingTitle, text: texts.trackingText },
  { title: texts.paymentsTitle, text: () => texts.paymentsText({ product: PRODUCT }) },
  { title: texts.communityTitle, text: texts.communityText },
]

/** The screen about the product and its team. */
export function AboutUsScreen() {
  useDocumentTitle(texts.aboutUs())
  return (
    <>
      <PageHeader title={texts.aboutUs()}>{texts.aboutUsIntro({ product: PRODUCT })}</PageHeader>
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-12 py-10 sm:py-14">
        <div className="grid gap-4 text-lg md:grid-cols-2 md:gap-10">
          <p>{texts.placeText({ product: PRODUCT })}</p>
          <p>{texts.offlineText()}</p>
        </div>
        <section aria-labelledby="why">
          <h2 id="why" className="text-2xl sm:text-3xl">
            {texts.why({ product: PRODUCT })}
          </h2>
          <ul className="mt-6 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
            {STRENGTHS.map(({ title, text }) => (
              <li key={title()} className="border-t-2 border-ink pt-4">
                <h3 className="text-xl">{title()}</h3>
                <p className="mt-2 text-ink-soft">{text()}</p>
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
              {texts.questions()}
            </h2>
            <p className="mt-1 text-ink-soft">{operatorEmail() ? texts.answersOrMail() : texts.contactIntro()}</p>
          </div>
          <ButtonLink to="/contact" size="lg">
            {texts.contactUs()}
          </ButtonLink>
        </section>
      </div>
    </>
  )
}
