import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/race-day.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { ReadyScreen } from './ready-screen.tsx'

/** The route of the race-day checks. */
export function ReadyRoute() {
  useDocumentTitle(texts.readyForRaceDay())
  return (
    <>
      <div className="shell pt-3 lg:pt-8">
        <InnerHeader title={texts.readyForRaceDay()} back={<BackLink to="/">{common.home()}</BackLink>}>
          <p className="mt-1 text-ink-soft">{texts.readyLead()}</p>
        </InnerHeader>
      </div>
      <ReadyScreen />
    </>
  )
}
