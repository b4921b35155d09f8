import type { ReactNode } from 'react'
import * as texts from '../../texts/compiled/about.js'
import { linkTo, Rich } from '../../ui/rich.tsx'
import { operatorEmail } from './operator.ts'
import { TextScreen } from './text-screen.tsx'

const QUESTIONS = [
  { title: texts.eventQuestion, text: texts.eventAnswer },
  { title: texts.waitingQuestion, text: texts.waitingAnswer },
  { title: texts.resultQuestion, text: texts.resultAnswer },
  { title: texts.passwordQuestion, text: texts.passwordAnswer },
  { title: texts.wrongEventQuestion, text: texts.wrongEventAnswer },
]
const LINKS = { privacy: linkTo('/privacy'), marathons: linkTo('/marathons') }

/** The contact screen. It names the operator's address, if there is one. */
export function ContactScreen() {
  const address = operatorEmail()
  const mail = (children: ReactNode) => (
    <a href={`mailto:${address}`} className="text-link">
      {children}
    </a>
  )
  return (
    <TextScreen
      title={texts.contact()}
      intro={texts.contactIntro()}
      parts={QUESTIONS}
      above={
        address && (
          <p className="mb-10 text-lg font-semibold break-words">
            <Rich text={texts.contactOperator({ address })} tags={{ mail }} />
          </p>
        )
      }
    >
      <p className="mt-10">
        <Rich text={texts.moreLinks()} tags={LINKS} />
      </p>
    </TextScreen>
  )
}
