import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../auth/require-user.ts'
import { PageHead } from '../components/page-head.tsx'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { UnsentChanges } from './-unsent/unsent-changes.tsx'

export const Route = createFileRoute('/unsent')({ beforeLoad: requireUser, component: Screen })

function Screen() {
  useDocumentTitle('Unsent changes')
  return (
    <>
      <PageHead title="Unsent changes">
        What is on this phone and not with the server. It stays until it is sent or you discard it.
      </PageHead>
      <div className="shell max-w-3xl! py-6 sm:py-8">
        <UnsentChanges />
      </div>
    </>
  )
}
