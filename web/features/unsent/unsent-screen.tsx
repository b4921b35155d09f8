import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { UnsentChanges } from './unsent-changes.tsx'

/** The screen of the unsent changes. */
export function UnsentScreen() {
  useDocumentTitle('Unsent changes')
  return (
    <>
      <PageHeader title="Unsent changes">
        What is on this phone and not with the server. It stays until it is sent or you discard it.
      </PageHeader>
      <div className="shell max-w-3xl! py-6 sm:py-8">
        <UnsentChanges />
      </div>
    </>
  )
}
