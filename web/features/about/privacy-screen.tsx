import { CLASH_DAYS, OP_RECORD_DAYS, PRODUCT, SESSION_DAYS } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/about.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { contactDays } from './operator.ts'

const PARTS = [
  { title: texts.keptOnServerTitle, text: () => texts.keptOnServerText({ days: contactDays() }) },
  { title: texts.whoSeesTitle, text: texts.whoSeesText },
  { title: texts.keptOnPhoneTitle, text: texts.keptOnPhoneText },
  { title: texts.signingInTitle, text: () => texts.signingInText({ days: SESSION_DAYS }) },
  { title: texts.notDoneTitle, text: texts.notDoneText },
  {
    title: texts.howLongTitle,
    text: () => texts.howLongText({ recordDays: OP_RECORD_DAYS, clashDays: CLASH_DAYS }),
  },
]

/** The privacy policy. */
export function PrivacyScreen() {
  useDocumentTitle(texts.privacyPolicy())
  return (
    <>
      <PageHeader title={texts.privacyPolicy()}>{texts.privacyIntro({ product: PRODUCT })}</PageHeader>
      <div className="shell max-w-3xl! py-10 sm:py-14">
        <div className="grid gap-8">
          {PARTS.map(({ title, text }) => (
            <section key={title()} className="border-t-2 border-ink pt-4">
              <h2 className="text-xl">{title()}</h2>
              <p className="mt-1 text-ink-soft">{text()}</p>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
