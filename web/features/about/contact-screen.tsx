import { Link } from '@tanstack/react-router'
import * as texts from '../../texts/compiled/about.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Rich } from '../../ui/rich.tsx'
import { operatorEmail } from './operator.ts'

const QUESTIONS = [
  { question: texts.eventQuestion, answer: texts.eventAnswer },
  { question: texts.waitingQuestion, answer: texts.waitingAnswer },
  { question: texts.passwordQuestion, answer: texts.passwordAnswer },
  { question: texts.wrongEventQuestion, answer: texts.wrongEventAnswer },
]

/** The contact screen. It names the operator's address, if there is one. */
export function ContactScreen() {
  const address = operatorEmail()
  useDocumentTitle(texts.contact())
  return (
    <>
      <PageHeader title={texts.contact()}>{texts.contactIntro()}</PageHeader>
      <div className="shell max-w-3xl! py-10 sm:py-14">
        {address && (
          <p className="mb-10 text-lg font-semibold break-words">
            <Rich
              text={texts.contactOperator({ address })}
              tags={{
                mail: (children) => (
                  <a href={`mailto:${address}`} className="text-link">
                    {children}
                  </a>
                ),
              }}
            />
          </p>
        )}
        <div className="grid gap-8">
          {QUESTIONS.map(({ question, answer }) => (
            <section key={question()} className="border-t-2 border-ink pt-4">
              <h2 className="text-xl">{question()}</h2>
              <p className="mt-1 text-ink-soft">{answer()}</p>
            </section>
          ))}
        </div>
        <p className="mt-10">
          <Rich
            text={texts.moreLinks()}
            tags={{
              privacy: (children) => (
                <Link to="/privacy" className="text-link">
                  {children}
                </Link>
              ),
              marathons: (children) => (
                <Link to="/marathons" className="text-link">
                  {children}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </>
  )
}
