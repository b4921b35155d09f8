import { CLASH_DAYS, OP_RECORD_DAYS, PRODUCT, SESSION_DAYS } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/about.js'
import { contactDays } from './operator.ts'
import { TextScreen } from './text-screen.tsx'

const PARTS = [
  { title: texts.keptOnServerTitle, text: () => texts.keptOnServerText({ days: contactDays() }) },
  { title: texts.whoSeesTitle, text: texts.whoSeesText },
  { title: texts.resultsTitle, text: () => texts.resultsText({ days: contactDays() }) },
  { title: texts.keptOnPhoneTitle, text: texts.keptOnPhoneText },
  { title: texts.signingInTitle, text: () => texts.signingInText({ days: SESSION_DAYS }) },
  { title: texts.mailsTitle, text: texts.mailsText },
  { title: texts.notDoneTitle, text: texts.notDoneText },
  {
    title: texts.howLongTitle,
    text: () => texts.howLongText({ recordDays: OP_RECORD_DAYS, clashDays: CLASH_DAYS }),
  },
]

/** The privacy policy. */
export function PrivacyScreen() {
  return <TextScreen title={texts.privacyPolicy()} intro={texts.privacyIntro({ product: PRODUCT })} parts={PARTS} />
}
