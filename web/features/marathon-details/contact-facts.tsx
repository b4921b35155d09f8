import { Fact } from '../../marathon/details/fact.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { mailto } from '../../ui/format/mailto.ts'

/** Whom a runner may ask. Only signed-in users see it. */
export function ContactFacts({ marathon: { name, email } }: { marathon: MarathonView }) {
  return (
    <>
      <Fact label={texts.contactName()}>{name || texts.notGiven()}</Fact>
      <Fact label={texts.contactEmail()}>
        {email ? (
          <a href={mailto(email)} className="text-link inline-flex min-h-11 items-center break-all">
            {email}
          </a>
        ) : (
          texts.notGiven()
        )}
      </Fact>
    </>
  )
}
