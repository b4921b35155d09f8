import * as texts from '../../texts/compiled/race-day.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ReadyScreen } from './ready-screen.tsx'

/** The route of the race-day checks. */
export function ReadyRoute() {
  useDocumentTitle(texts.readyForRaceDay())
  return (
    <>
      <PageHeader title={texts.readyForRaceDay()}>{texts.readyLead()}</PageHeader>
      <ReadyScreen />
    </>
  )
}
