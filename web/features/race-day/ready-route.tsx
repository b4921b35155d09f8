import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ReadyScreen } from './ready-screen.tsx'

/** The route of the race-day checks. */
export function ReadyRoute() {
  useDocumentTitle('Ready for race day?')
  return (
    <>
      <PageHeader title="Ready for race day?">
        What holds on this phone when there is no signal, and what does not.
      </PageHeader>
      <ReadyScreen />
    </>
  )
}
